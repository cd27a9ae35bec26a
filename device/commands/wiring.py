"""`ratscrew wiring`: which wire goes where, as a table, as the header in text, as a picture."""

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from device.arguments import Arguments
from device.cabling import Cabling, cabling
from device.folders import state_dir
from device.language import Language
from device.paper import write_whole, written_to
from device.seating import seat_number
from device.terminal import Terminal
from device.trouble import Status, Trouble, line_of
from device.wiring_picture import wiring_picture
from device.wiring_table import header_rows, table_rows, wires
from device.wording import why
from hal.chips import HEADER_LABELS
from hal.wirelist import SEATS
from hal.wiring import Wiring

DEFAULT_SEATS = 4


def arguments(language: Language) -> Arguments:
    """What the command takes."""
    _ = language.gettext
    taken = Arguments(
        "wiring",
        language,
        _("Show which wire goes where: buttons, lamps, and the header with both its numbers."),
        _(
            "The wiring is that of wiring.toml: of the state directory, where ratscrew buttons "
            "--learn keeps it, else of the folder of the configuration; without a file it is that "
            "of the program."
        ),
    )
    least, most = SEATS
    taken.option(
        "--seats",
        "N",
        _("for how many seats, {least} to {most}").format(least=least, most=most),
        lambda word: seat_number(word, SEATS, language),
    )
    taken.option("--svg", _("FILE"), _("draw it, to print and to solder by"))
    taken.flag("--json", _("one JSON object"))
    taken.option("--config", _("FOLDER"), _("read wiring.toml from here"))
    return taken


def run(
    words: Sequence[str], terminal: Terminal, environment: Mapping[str, str] = os.environ
) -> Status:
    """Show the wiring. Raises Trouble."""
    language = terminal.language
    read = arguments(language).read(words)
    drawn = written_to("--svg", read.svg, language)
    found = wiring_asked(read.config, read.seats, terminal, environment)
    if drawn is not None:
        _draw(drawn, found, language)
    if read.json:
        terminal.public_format()
        terminal.say(json.dumps(_plain(found), ensure_ascii=False))
        return Status.DONE
    if drawn is not None:
        message = language.gettext("{file}: drawn").format(file=line_of(drawn))
        terminal.say(message)
        return Status.DONE
    for line in _for_people(found, language):
        terminal.say(line)
    return Status.DONE


def wiring_asked(
    folder: str | None, seats: int | None, terminal: Terminal, environment: Mapping[str, str]
) -> Cabling:
    """The wiring that counts, its first seats where so many are asked for. Raises Trouble."""
    language = terminal.language
    place = None if folder is None else Path(folder)
    wanted = DEFAULT_SEATS if seats is None else seats
    found = cabling(place, state_dir(environment), environment, language, wanted)
    if found.trouble is not None:
        terminal.complain(found.trouble)
    if seats is None:
        return found
    if seats > found.wiring.seats:
        message = language.gettext("--seats is {n}, but {file} wires {wired}")
        raise Trouble(message.format(n=seats, file=found.file, wired=found.wiring.seats))
    return Cabling(found.wiring.first(seats), found.file)


def source(found: Cabling, language: Language) -> str:
    """How many seats there are, and where the wiring comes from."""
    _ = language.gettext
    origin = _("the wiring of the program") if found.file is None else line_of(found.file)
    return _("{n} seats: {origin}").format(n=found.wiring.seats, origin=origin)


def _for_people(found: Cabling, language: Language) -> Iterator[str]:
    _ = language.gettext
    yield source(found, language)
    if found.wiring.chip is not None:
        yield _("on the chip {label}").format(label=line_of(found.wiring.chip))
    yield ""
    yield from table_rows(found.wiring, language)
    yield ""
    if _on_header(found.wiring):
        yield from header_rows(found.wiring, language)
        yield ""
    yield _("Each button: one wire to its pin, the other to GND; no resistor, never to 3V3 or 5V.")
    if _on_header(found.wiring):
        yield _("One plug on the GND pin of a seat is enough: lead its wire on from part to part.")
    if found.wiring.lamps():
        yield _("A lamp of 5 V or 12 V needs a transistor (ULN2803A); a bare diode 330 Ω or more.")
    yield _("To print: ratscrew wiring --svg wiring.svg; to test: ratscrew buttons")


def _plain(found: Cabling) -> dict[str, object]:
    """The wiring as plain values."""
    seats: list[dict[str, object]] = [{"seat": n + 1} for n in range(found.wiring.seats)]
    for wire in wires(found.wiring):
        part = "lamp" if wire.button is None else wire.button.value
        plain = {"gpio": wire.line, "pin": wire.pin, "ground": wire.ground}
        seats[wire.seat][part] = plain
    file = None if found.file is None else str(found.file)
    return {"file": file, "chip": found.wiring.chip, "seats": seats}


def _draw(path: Path, found: Cabling, language: Language) -> None:
    if not _on_header(found.wiring):
        message = language.gettext("the lines of {chip} are on no header that could be drawn")
        raise Trouble(message.format(chip=line_of(found.wiring.chip)))
    picture = wiring_picture(found.wiring, source(found, language), language)
    try:
        write_whole(path, picture)
    except OSError as error:
        raise Trouble(f"{line_of(path)}: {why(error, language)}") from None


def _on_header(wiring: Wiring) -> bool:
    return wiring.chip is None or wiring.chip in HEADER_LABELS
