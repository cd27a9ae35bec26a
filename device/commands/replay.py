"""`ratscrew replay`: judges records again, for people or as the public format has it.

The law: a damaged record says where and nothing else; whatever is judged was found sound before.
"""

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import islice
from typing import BinaryIO

from device.arguments import Arguments
from device.dealing import contradicts_its_day, seats_of
from device.fact_lines import fact_line
from device.formats import RECORD, hint
from device.idleness import idle_seats
from device.language import Language
from device.paper import opened, raw_lines
from device.result_table import result_table
from device.results import is_exact
from device.seating import spoken_names
from device.slap_file import SlapFile
from device.telling import tell
from device.terminal import Terminal
from device.trouble import Status, Trouble, line_of
from device.wording import said
from game.engine import replay
from game.events import Fact
from game.record import Record, RecordError, standing
from game.score import Tally
from game.state import State

_MANY = 1000


def arguments(language: Language) -> Arguments:
    """What the command takes."""
    _ = language.gettext
    taken = Arguments(
        "replay",
        language,
        _("Judge records of games again, and tell what happened and how it ended."),
        _(
            "A record that is cut off in its last line is judged up to there and says so; any "
            "other damage is told with its line, and the exit status is 2."
        ),
    )
    taken.words("files", _("FILE"), _("records; - for the standard input"))
    taken.flag("--json", _("one JSON object a line: each fact, then for each file a summary"))
    return taken


def run(words: Sequence[str], terminal: Terminal) -> Status:
    """Judge the files one after the other; the greatest of their statuses."""
    _ = terminal.language.gettext
    read = arguments(terminal.language).read(words)
    if not read.files:
        raise Trouble(_("replay needs a file; - is the standard input"))
    if read.json:
        terminal.public_format()
    status = Status.DONE
    for name in read.files:
        try:
            found = _judge(name, terminal, read.json, several=len(read.files) > 1)
            status = max(status, found)
        except Trouble as trouble:
            terminal.finish()
            terminal.complain(str(trouble))
            status = max(status, trouble.status)
    return status


def _judge(name: str, terminal: Terminal, as_json: bool, several: bool) -> Status:
    _ = terminal.language.gettext
    with opened(name, terminal.language) as file, closing(SlapFile()) as slaps:
        try:
            whole, cut_off = _look_over(file)
            record = Record(islice(raw_lines(file), whole))
            tally = Tally(len(record.header.seats), slaps)
            if as_json:
                _in_json(record, tally, cut_off, terminal)
            else:
                if several:
                    terminal.say(f"{line_of(name)}:")
                _for_people(record, tally, terminal)
        except RecordError as error:
            more = hint(file, RECORD, terminal.language) if error.line == 1 else ""
            raise Trouble(f"{name}: {said(error, terminal.language)}{more}") from None
    if cut_off is not None:
        terminal.finish()
        message = _("{file}: line {line} is cut off; judged up to there")
        terminal.complain(message.format(file=name, line=cut_off))
    if contradicts_its_day(record.header):
        terminal.finish()
        message = _("{file}: not the daily game of {date} that it says it is")
        terminal.complain(message.format(file=name, date=record.header.more["date"]))
        return Status.CONTRADICTION
    return Status.DONE


def _look_over(file: BinaryIO) -> tuple[int, int | None]:
    """Read the whole record for damage.

    How many lines are whole, which are all that is judged even if the file grows meanwhile; and the
    number of a last line that was cut off, else None.
    """
    record = Record(raw_lines(file))
    record.look_over()
    file.seek(0)
    return record.line - (record.cut_off is not None), record.cut_off


def _tell(record: Record, tally: Tally, line: Callable[[Fact], str], terminal: Terminal) -> State:
    """Judge a record to its end and write a line for each fact; the state reached."""
    state = record.header.deal()
    judged = replay(state, record)
    while some := list(islice(judged, _MANY)):
        state = some[-1][0]
        facts = [fact for _state, more in some for fact in more]
        tally.add(facts)
        terminal.write("".join([f"{line(fact)}\n" for fact in facts]))
    return state


def _in_json(record: Record, tally: Tally, cut_off: int | None, terminal: Terminal) -> None:
    state = _tell(record, tally, fact_line, terminal)
    if cut_off is not None:
        terminal.say(f'{{"fact":"cut_off","line":{cut_off}}}')
    terminal.write('{"summary":{')
    for key, value in standing(state, tally).items():
        terminal.write(f'"{key}":{json.dumps(value, separators=(",", ":"))},')
    terminal.write('"slaps":[')
    slaps, comma = iter(tally.slaps), ""
    while some := list(islice(slaps, _MANY)):
        rows = [f'[{slap.t_us},{slap.seat},"{slap.verdict.value}"]' for slap in some]
        terminal.write(comma + ",".join(rows))
        comma = ","
    terminal.say("]}}")


def _for_people(record: Record, tally: Tally, terminal: Terminal) -> None:
    language = terminal.language
    _ = language.gettext
    names = [line_of(name) for name in spoken_names(seats_of(record.header), language)]
    exact = is_exact(record.header)

    def line(fact: Fact) -> str:
        return f"{language.fixed(fact.t_us, 6):>14}  {tell(fact, names, language, exact)}"

    state = _tell(record, tally, line, terminal)
    for seat in idle_seats(record.header):
        terminal.say(_("{name} was idle: cards laid themselves").format(name=names[seat]))
    if state.over is None:
        reached = language.fixed(state.now_us, 6)
        ending = _("The record ends here; the game is not over")
        terminal.say(f"{reached:>14}  {ending}")
    terminal.say("")
    for row in result_table(names, state, tally, language, exact):
        terminal.say(row)
    terminal.say("")
