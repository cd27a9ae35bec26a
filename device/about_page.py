"""What this table is, in words: its version, its address, its folder, and a file for support."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from device.between import Line, MenuPage
from device.drawer import Detail
from device.gesture_text import either_held
from device.language import Language
from device.view import KeyHint

_FEW = 3
"""Addresses that are told."""


@dataclass(frozen=True, slots=True)
class Nameplate:
    """What a table tells about itself. `addresses` are empty where there is no network."""

    version: str
    host: str
    addresses: Sequence[str]
    folder: Path


def about_page(plate: Nameplate, at: int, language: Language) -> MenuPage:
    """What there is to see; `at` is the row that is selected."""
    _ = language.gettext
    first = next(iter(plate.addresses), _("no network"))
    lines = {
        Detail.VERSION: Line(_("Version"), plate.version),
        Detail.ADDRESS: Line(_("Address"), first),
        Detail.FOLDER: Line(_("Kept in"), plate.folder.name),
        Detail.LOG: Line(_("File for support"), _("write")),
    }
    selected = list(lines)[at]
    writes = (KeyHint(_("Slap"), _("write")),) if selected is Detail.LOG else ()
    return MenuPage(
        title=_("About this table"),
        lines=tuple(lines.values()),
        selected=at,
        heading=lines[selected].label,
        text=_text(selected, plate, language),
        hints=(
            KeyHint(_("Flip"), _("next")),
            *writes,
            KeyHint(either_held(language), _("back")),
        ),
    )


def _text(detail: Detail, plate: Nameplate, language: Language) -> str:
    _ = language.gettext
    match detail:
        case Detail.VERSION:
            return "Egyptian Ratscrew, MIT"
        case Detail.ADDRESS if plate.addresses:
            return ", ".join([plate.host, *plate.addresses[:_FEW]])
        case Detail.ADDRESS:
            return _("This machine is {host}; none is needed to play.").format(host=plate.host)
        case Detail.FOLDER:
            return str(plate.folder)
        case Detail.LOG:
            return _("All that was noted down, on a USB stick if one is in; names, no passwords.")
