"""`ratscrew edges`: judges an edge log again, through the debouncer and sequencer of the table.

The law: a damaged log says where and nothing else; whatever is judged was found sound before.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import BinaryIO

from device.arguments import Arguments
from device.formats import EDGES, hint
from device.language import Language
from device.paper import opened, raw_lines
from device.terminal import Terminal
from device.trouble import Status, Trouble
from device.wording import said
from hal.buttons import ButtonEvent, Counts, Edge, Flag, Kind
from hal.edgeline import Barrier, EdgeLogError
from hal.edgelog import MOST_WAITING, EdgeLog, event_line, judge, too_many_waiting

_MANY = 1000


def arguments(language: Language) -> Arguments:
    """What the command takes."""
    _ = language.gettext
    taken = Arguments(
        "edges",
        language,
        _("Judge an edge log again, and tell what each button did."),
        _(
            "A log that is cut off in its last line is judged up to there and says so; any other "
            "damage is told with its line, and the exit status is 2."
        ),
    )
    taken.words("files", _("FILE"), _("the edge log; - for the standard input"))
    taken.flag("--json", _("one JSON object a line: each event, then a summary"))
    return taken


def run(words: Sequence[str], terminal: Terminal) -> Status:
    """Judge the log. Raises Trouble with the line that is damaged."""
    language = terminal.language
    _ = language.gettext
    read = arguments(language).read(words)
    if len(read.files) != 1:
        raise Trouble(_("edges needs one file; - is the standard input"))
    name = read.files[0]
    if read.json:
        terminal.public_format()

    def line(told: ButtonEvent | Counts) -> str:
        return event_line(told) if read.json else _sentence(told, language)

    with opened(name, language) as file:
        try:
            whole, cut_off = _look_over(file)
            _judge(_log(file, whole), line, cut_off if read.json else None, terminal)
        except EdgeLogError as error:
            more = hint(file, EDGES, language) if error.line == 1 else ""
            raise Trouble(f"{name}: {said(error, terminal.language)}{more}") from None
    if cut_off is not None:
        terminal.finish()
        message = _("{file}: line {line} is cut off; judged up to there")
        terminal.complain(message.format(file=name, line=cut_off))
    return Status.DONE


def _look_over(file: BinaryIO) -> tuple[int, int | None]:
    """Read the whole log for damage.

    How many lines are whole, which are all that is judged even if the file grows meanwhile; and the
    number of a last line that was cut off, else None.
    """
    log = EdgeLog(raw_lines(file))
    waiting = 0
    for heard in log:
        if type(heard) is Edge:
            waiting += 1
            if waiting > MOST_WAITING:
                raise too_many_waiting(log.line, MOST_WAITING)
        elif type(heard) is Barrier:
            waiting = 0
    whole = log.line - (log.cut_off is not None)
    if whole > MOST_WAITING:  # only then may too many edges wait for a barrier that is young enough
        for _told in judge(_log(file, whole)):
            pass
    return whole, log.cut_off


def _log(file: BinaryIO, whole: int) -> EdgeLog:
    """The log from its start, so many lines of it."""
    file.seek(0)
    return EdgeLog(islice(raw_lines(file), whole))


def _judge(
    log: EdgeLog,
    line: Callable[[ButtonEvent | Counts], str],
    cut_off: int | None,
    terminal: Terminal,
) -> None:
    told: Iterator[ButtonEvent | Counts] = judge(log)
    while some := list(islice(told, _MANY)):
        lines = [line(one) for one in some]
        if cut_off is not None and isinstance(some[-1], Counts):
            lines.insert(-1, f'{{"cut_off": {cut_off}}}')
        terminal.write("\n".join([*lines, ""]))


def _sentence(told: ButtonEvent | Counts, language: Language) -> str:
    _ = language.gettext
    if isinstance(told, Counts):
        return "\n" + _(
            "{edges} edges, {late} too late, {lost} lost, {coalesced} merged into another"
        ).format(edges=told.edges, late=told.late, lost=told.lost, coalesced=told.coalesced)
    more: Iterable[str] = [_flag(flag, language) for flag in told.flags]
    if told.uncertainty_ns:
        span = f"{language.fixed(told.uncertainty_us, 3)} ms"
        more = [*more, _("up to {span} sooner").format(span=span)]
    sentence = _("line {line}: {what}").format(line=told.line, what=_kind(told.kind, language))
    ending = f" ({', '.join(more)})" if more else ""
    return f"{language.fixed(told.ts_ns, 9):>20}  {sentence}{ending}"


def _kind(kind: Kind, language: Language) -> str:
    _ = language.gettext
    return {
        Kind.PRESS: _("pressed"),
        Kind.RELEASE: _("released"),
        Kind.GLITCH: _("a glitch, no press"),
        Kind.NOISY: _("a noisy contact"),
        Kind.CHATTER: _("too soon after a press"),
        Kind.STUCK: _("stuck"),
    }[kind]


def _flag(flag: Flag, language: Language) -> str:
    _ = language.gettext
    return {
        Flag.LATE: _("came too late"),
        Flag.RESYNC: _("found by its level"),
        Flag.INITIAL: _("held from the start"),
        Flag.NOISY: _("noisy"),
        Flag.COALESCED: _("edges merged before"),
        Flag.OVERFLOW: _("edges lost before"),
        Flag.PREGLITCH: _("open for a moment at first"),
        Flag.DISABLED: _("switched off"),
    }[flag]
