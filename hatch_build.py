"""Compiles the translations when the package is built: each ``ratscrew.po`` becomes a ``.mo``.

The ``.mo`` files stand beside their sources, where ``gettext`` of the standard library finds them
in a wheel and in an editable install alike. They are never committed. Without any ``.po`` there is
nothing to do; a faulty one stops the build and says where.
"""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileTranslations(BuildHookInterface[Any]):
    # Hatchling hands over both; every build compiles the same.
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        for po in sorted(Path(self.root).glob("device/locale/*/LC_MESSAGES/*.po")):
            compile_translation(po)


def compile_translation(po: Path) -> None:
    """Write the ``.mo`` beside ``po``; raise ``ValueError`` for a text that does not fit."""
    with po.open("rb") as source:
        catalogue = read_po(source, locale=po.parent.parent.name, abort_invalid=True)
    for message, errors in catalogue.check():
        raise ValueError(f"{po}:{message.lineno}: {errors[0]}")
    with po.with_suffix(".mo").open("wb") as target:
        write_mo(target, catalogue)
