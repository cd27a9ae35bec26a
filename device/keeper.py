"""Who keeps finished games while people play on: a thread that waits for the disk in their place.

The law: the loop only links a file, which is no more than to name it; all else happens here, so a
disk that is slow, full or broken stops nobody, nor does a look at the boards of many games. What
went wrong is told by the loop's own thread, a line once. Whoever ends does not wait long: a game
that is not kept yet waits as a file.
"""

import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from device.boards import Boards
from device.complaint import Part
from device.language import Language
from device.lookup import Lookup
from device.scores import SCORES, WAIT_S, Scores
from device.scores_trouble import ScoresDamagedError, ScoresError, scores_line
from device.troubles import Troubles
from device.waiting import WAITING, PutAsideError, UnkeptError, Waiting, mend
from device.wording import said, why
from hal.clock import utc_s

PATIENCE_S = 0.5
"""How long the end waits: a table that is switched off ends within a second."""
AGAIN_S = 5.0
"""From one try to the next, while something waits that could not be kept."""
_REST_S = 0.002
"""Between two pieces of work, so that the loop is not kept from its own."""


_Told: TypeAlias = tuple[Exception, str]
"""A trouble, and its line for the terminal."""


class _ClosingError(Exception):
    """Nobody waits for what is being read any more."""


class Keeper:
    """Keeps the finished games of one folder; `also` names files of it that may hold one.

    `boards` are those that were looked up last, None while there are none.
    `wait_s`: how long another program may hold the database; `again_s`: when what failed is tried
    again; `patience_s`: how long `close` waits for all that. Its methods are for one thread, the
    loop's.
    """

    def __init__(
        self,
        folder: Path,
        language: Language,
        also: tuple[str, ...] = (),
        wait_s: float = WAIT_S,
        patience_s: float = PATIENCE_S,
        again_s: float = AGAIN_S,
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
        self._patience_s, self._again_s = patience_s, again_s
        self._checked = False
        self.failed = False
        """Whether something waits that could not be kept, so that it is tried again."""
        self._owed: deque[tuple[Callable[[], bytes], int]] = deque()
        self._found: deque[tuple[Part, Exception | None, str]] = deque()
        """Troubles with their lines, None where a part works again."""
        self._thread: threading.Thread | None = None

    def wake(self) -> None:
        """Keep what waits from before."""
        self._ours = True
        self._begin()

    def look_up(self, day: str) -> None:
        """Have the boards looked up, with those of a date: they will be in `boards`."""
        self._days.append(day)
        self._begin()

    def keep(self, record: Path | None, text: Callable[[], bytes]) -> None:
        """Keep a finished game; its record may be moved away or replaced from now on.

        `record` None: it could not be written whole. Then, and where it cannot wait as a file, it
        is its `text` that is kept, as soon as the disk lets it.
        """
        try:
            if record is not None:
                self._waiting.add(record)
        except OSError:
            record = None
        if record is None:
            self._owed.append((text, utc_s()))
        self.wake()

    def report(self, troubles: Troubles) -> None:
        """Tell what went wrong since the last call, and what works again."""
        while self._found:
            part, error, line = self._found.popleft()
            if error is None:
                troubles.mend(part)
            else:
                troubles.tell(part, error, line)

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
            self._work.wait(self._again_s if self.failed else None)
            self._work.clear()
            closing = self._closing.is_set()
            self.round()

    def round(self) -> None:
        """Do what there is to do: the keeper's own thread does that."""
        if self._ours:
            unwritten, untaken = self._write_owed(), self._take_in()
            found = unwritten or untaken
            self.failed = found is not None
            self._found.append((Part.SCORES, *(found or (None, ""))))
        while self._days and not self._closing.is_set():
            self._look_up(self._days.pop())

    def _look_up(self, day: str) -> None:
        try:
            self.boards = self._lookup.best(day)
        except _ClosingError:
            pass
        except Exception as error:  # noqa: BLE001 - whatever it was, the next game may go in
            self._found.append((Part.SCORES, *self._cannot(error)))

    def _write_owed(self) -> _Told | None:
        """Games that are in memory alone get a file to wait as; why one has none."""
        while self._owed:
            text, ended_s = self._owed[0]
            try:
                self._waiting.add_text(text(), ended_s)
            except OSError as error:
                message = self._language.gettext(
                    "a finished game cannot be kept in {folder}: {why}"
                )
                line = message.format(folder=self._folder / WAITING, why=why(error, self._language))
                return UnkeptError(error), line
            self._owed.popleft()
        return None

    def _take_in(self) -> _Told | None:
        """The games that wait go into the database; why they could not."""
        _ = self._language.gettext
        try:
            try:
                if not self._checked:
                    self._check()
                self._waiting.take_in()
            except ScoresDamagedError as error:
                self._checked = True
                put = mend(self._folder)
                if put is None:
                    raise
                message = _("{file} is damaged ({why}); it is put aside as {name}")
                line = message.format(
                    file=error.path, why=said(error, self._language), name=put.name
                )
                self._found.append((Part.FILE, PutAsideError(put.name), line))
                self._waiting.take_in()
        except ScoresError as error:
            waits = _("finished games wait in {folder}").format(folder=self._folder / WAITING)
            return error, f"{scores_line(error, self._language)}; {waits}"
        except Exception as error:  # noqa: BLE001 - whatever it was, the next game may go in
            return self._cannot(error)
        return None

    def _check(self) -> None:
        """Raises ScoresDamagedError. No game waits until all are read, for there may be many."""
        with Scores(self._folder / SCORES, wait_s=self._wait_s) as scores:
            scores.check()
            self._waiting.take_in()
            scores.read(self._pause)
        self._checked = True

    def _cannot(self, error: Exception) -> _Told:
        reason = said(error, self._language) or repr(error)
        message = self._language.gettext("{file} cannot be used: {why}")
        return error, message.format(file=self._folder / SCORES, why=reason)

    def _pause(self) -> None:
        self._rest.wait(_REST_S)

    def _pause_of_reading(self) -> None:
        self._pause()
        if self._closing.is_set():
            raise _ClosingError

    def _warn(self, path: Path, put: Path) -> None:
        _ = self._language.gettext
        message = _("{file} is no finished game; it is put aside as {name}")
        line = message.format(file=path, name=put.name)
        self._found.append((Part.FILE, PutAsideError(put.name), line))
