"""`ratscrew replay`: judges records again, for people or as the public format has it.

The law: a damaged record says where and nothing else; whatever is judged was found sound before.
"""

import json
from collections.abc import Sequence
from contextlib import closing

from device.arguments import Arguments
from device.evidence import Evidence
from device.fact_lines import fact_line
from device.language import Language
from device.paper import opened
from device.result_table import result_table
from device.retrial import Retrial
from device.telling import tell
from device.terminal import Terminal
from device.trouble import Status, Trouble, line_of
from game.daily import daily
from game.events import Fact
from game.record import Header, RecordError, summary

_NO_SLAPS = '"slaps":[]'


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
    with opened(name, terminal.language) as file:
        try:
            evidence = Evidence(file)
            evidence.look_over()
            with closing(Retrial(evidence)) as retrial:
                if as_json:
                    _in_json(retrial, evidence.cut_off, terminal)
                else:
                    if several:
                        terminal.say(f"{line_of(name)}:")
                    _for_people(retrial, terminal)
        except RecordError as error:
            raise Trouble(f"{name}: {error}") from None
    if evidence.cut_off is not None:
        terminal.finish()
        message = _("{file}: line {line} is cut off; judged up to there")
        terminal.complain(message.format(file=name, line=evidence.cut_off))
    if contradicts_its_day(evidence.header):
        terminal.finish()
        message = _("{file}: not the daily game of {date} that it says it is")
        terminal.complain(message.format(file=name, date=evidence.header.more["date"]))
        return Status.CONTRADICTION
    return Status.DONE


def contradicts_its_day(header: Header) -> bool:
    """Whether a record that says it is of a daily game was dealt otherwise on that date."""
    if header.more.get("mode") != "daily" or "date" not in header.more:
        return False
    try:
        day = daily(str(header.more["date"]))
    except ValueError:
        return True
    dealt = (header.hands, header.leader, header.seed, header.rules)
    return dealt != (day.hands, day.leader, day.seed, day.rules)


def _in_json(retrial: Retrial, cut_off: int | None, terminal: Terminal) -> None:
    for lines in retrial.lines(fact_line):
        terminal.write(lines)
    if cut_off is not None:
        terminal.say(f'{{"fact":"cut_off","line":{cut_off}}}')
    told = {"summary": summary(retrial.state, retrial.tally)}
    before, after = json.dumps(told, separators=(",", ":")).split(_NO_SLAPS)
    terminal.write(before + _NO_SLAPS[:-2])
    for piece in retrial.slaps.text():
        terminal.write(piece)
    terminal.say(after)


def _for_people(retrial: Retrial, terminal: Terminal) -> None:
    language = terminal.language
    _ = language.gettext
    names = [line_of(name) for name in retrial.header.seats]
    buttons = retrial.header.more.get("buttons")
    exact = not isinstance(buttons, dict) or buttons.get("stamp") != "pump"

    def line(fact: Fact) -> str:
        return f"{language.fixed(fact.t_us, 6):>14}  {tell(fact, names, language, exact)}"

    for lines in retrial.lines(line):
        terminal.write(lines)
    state = retrial.state
    if state.over is None:
        reached = language.fixed(state.now_us, 6)
        terminal.say(f"{reached:>14}  {_('The record ends here; the game is not over')}")
    terminal.say("")
    for row in result_table(names, state, retrial.tally, language, exact):
        terminal.say(row)
    terminal.say("")
