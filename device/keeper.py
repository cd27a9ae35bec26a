"""Who keeps finished games while people play on: a thread that waits for the disk in their place.

The law: the loop only links a file, which is no more than to name it; all else happens here, so a
disk that is slow, full or broken stops nobody, nor does a look at the boards of many games. What
went wrong is told by the loop's own thread, a line once. Whoever ends does not wait long: a game
that is not kept yet waits as a file.
"""

import threading
from pathlib import Path

from device.boards import Boards
from device.language import Language
from device.lookup import Lookup
from device.scores import SCORES, WAIT_S, Scores
from device.scores_trouble import ScoresDamagedError, ScoresError, scores_line
from device.trouble import why
from device.waiting import WAITING, Waiting, mend

PATIENCE_S = 0.5
"""How long the end waits: a table that is switched off ends within a second."""
_REST_S = 0.002
"""Between two pieces of work, so that the loop is not kept from its own."""


class _ClosingError(Exception):
    """Nobody waits for what is being read any more."""


class Keeper:
    """Keeps the finished games of one folder; `also` names files of it that may hold one.

    `boards` are those that were looked up last, None while there are none.
    `wait_s`: how long another program may hold the data base; `patience_s`: how long `close` waits
    for all that. Its methods are for one thread, the loop's.
    """

    def __init__(
        self,
        folder: Path,
        language: Language,
        also: tuple[str, ...] = (),
        wait_s: float = WAIT_S,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._folder = folder
        self._language = language
        self.boards: Boards | None = None
        self._waiting = Waiting(folder, also, self._pause, self._warn, wait_s)
        self._lookup = Lookup(folder, self._pause_of_reading)
        self._days: list[str] = []
        self._work = threading.Event()
        self._ours = False
        self._closing = threading.Event()
        self._rest = threading.Event()
        self._wait_s = wait_s
        self._patience_s = patience_s
        self._checked = False
        self._lines: list[str] = []
        self._told: set[str] = set()
        self._thread: threading.Thread | None = None

    def wake(self) -> None:
        """Keep what waits from before."""
        self._ours = True
        self._begin()

    def look_up(self, day: str) -> None:
        """Have the boards looked up, with those of a date: they will be in `boards`."""
        self._days.append(day)
        self._begin()

    def keep(self, record: Path) -> None:
        """Keep a finished game; its record may be moved away or replaced from now on."""
        try:
            self._waiting.add(record)
        except OSError as error:
            _ = self._language.gettext
            message = _("a finished game cannot be kept in {folder}: {why}")
            self._lines.append(message.format(folder=self._folder / WAITING, why=why(error)))
        self.wake()

    def troubles(self) -> list[str]:
        """What went wrong since the last call, a line each, the same line once."""
        new = []
        while self._lines:
            line = self._lines.pop(0)
            if line not in self._told:
                self._told.add(line)
                new.append(line)
        return new

    def close(self) -> None:
        """Let the last game go in, but do not wait for ever. May be called again."""
        if self._thread is not None:
            self._closing.set()
            self._work.set()
            self._thread.join(self._patience_s)

    def _begin(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="keeper", daemon=True)
            self._thread.start()
        self._work.set()

    def _run(self) -> None:
        closing = False
        while not closing:
            self._work.wait()
            self._work.clear()
            closing = self._closing.is_set()
            if self._ours:
                self._take_in()
            while self._days and not self._closing.is_set():
                self._look_up(self._days.pop())

    def _look_up(self, day: str) -> None:
        try:
            self.boards = self._lookup.best(day)
        except _ClosingError:
            pass
        except Exception as error:  # noqa: BLE001 - whatever it was, the next game may go in
            self._cannot(error)

    def _take_in(self) -> None:
        _ = self._language.gettext
        try:
            try:
                if not self._checked:
                    self._checked = True
                    with Scores(self._folder / SCORES, wait_s=self._wait_s) as scores:
                        scores.check()
                self._waiting.take_in()
            except ScoresDamagedError as error:
                put = mend(self._folder)
                if put is None:
                    raise
                message = _("{file} is damaged ({why}); it is put aside as {name}")
                self._lines.append(message.format(file=error.path, why=error, name=put.name))
                self._waiting.take_in()
        except ScoresError as error:
            waits = _("finished games wait in {folder}").format(folder=self._folder / WAITING)
            self._lines.append(f"{scores_line(error, self._language)}; {waits}")
        except Exception as error:  # noqa: BLE001 - whatever it was, the next game may go in
            self._cannot(error)

    def _cannot(self, error: Exception) -> None:
        reason = why(error) if isinstance(error, OSError) else repr(error)
        message = self._language.gettext("{file} cannot be used: {why}")
        self._lines.append(message.format(file=self._folder / SCORES, why=reason))

    def _pause(self) -> None:
        self._rest.wait(_REST_S)

    def _pause_of_reading(self) -> None:
        self._pause()
        if self._closing.is_set():
            raise _ClosingError

    def _warn(self, path: Path, put: Path) -> None:
        _ = self._language.gettext
        message = _("{file} is no finished game; it is put aside as {name}")
        self._lines.append(message.format(file=path, name=put.name))
