"""A part that fails, as one short line for the people at the table.

The law: the game goes on without it, so a line says what does not work, and why in a few words; no
path, no number of an error. Those stand in what the program tells its terminal.
"""

import errno
from enum import Enum
from typing import assert_never

from device.claim import FolderInUseError
from device.journal import JournalError
from device.language import Language
from device.scores_trouble import (
    ScoresDamagedError,
    ScoresError,
    ScoresLockedError,
    ScoresNewerError,
    ScoresRefusedError,
)
from device.trouble import Trouble
from device.waiting import PutAsideError, UnkeptError
from device.wording import said, why
from hal import panel
from hal.display import ScreenLostError, SlowDisplayError
from hal.panel import OledError
from hal.sound import SoundError, SoundTrouble


class Part(Enum):
    """What can fail while people play."""

    GAME = "the game's journal"
    RECORD = "the record that was asked for"
    SCORES = "the finished games"
    FILE = "a damaged file, which was put aside"
    UNFINISHED = "the game to go on with, which is not there"
    SETTINGS = "what was set at the table"
    EDGES = "the edge log"
    SOUND = "the sound"
    LAMPS = "the lamps"
    DISPLAY = "a display"


def complaint(part: Part, error: Exception, language: Language) -> str:
    """The line of a part with its trouble."""
    _ = language.gettext
    match part:
        case Part.GAME:
            if isinstance(error, FolderInUseError):
                return _("Another table keeps its game here; this one is not kept")
            return _("Not safe from a power cut: {why}").format(why=reason(error, language))
        case Part.RECORD:
            return _("The record breaks off: {why}").format(why=reason(error, language))
        case Part.SCORES:
            if isinstance(error, UnkeptError):
                message = _("A finished game waits in memory: {why}")
            else:
                message = _("The scores wait: {why}")
            return message.format(why=reason(error, language))
        case Part.FILE:
            name = error.name if isinstance(error, PutAsideError) else str(error)
            return _("Damaged, and put aside: {name}").format(name=name)
        case Part.UNFINISHED:
            return _("No game was left to go on with; this is a new one")
        case Part.SETTINGS:
            if isinstance(error, Trouble):
                return _("What was set at this table cannot be read")
            return _("What you set is not kept: {why}").format(why=reason(error, language))
        case Part.EDGES:
            return _("The edge log breaks off: {why}").format(why=reason(error, language))
        case Part.SOUND:
            return _("No sound: {why}").format(why=reason(error, language))
        case Part.LAMPS:
            return _("A lamp stays dark")
        case Part.DISPLAY:
            return _display(error, language)
        case _:
            assert_never(part)


def reason(error: BaseException, language: Language) -> str:
    """Why, in a few words; what is not known by its name, as the system says it."""
    _ = language.gettext
    match error:
        case OSError():
            return _of_system(error, language)
        case SoundError():
            return _of_sound(error, language)
        case JournalError() | ScoresError() | UnkeptError() if error.cause is not None:
            return reason(error.cause, language)
        case ScoresLockedError():
            return _("another program uses the database")
        case ScoresNewerError():
            return _("the database is of a newer version")
        case ScoresDamagedError():
            return _("the database is damaged")
        case ScoresRefusedError():
            return _("the database does not open")
        case _:
            return said(error, language)


def oled_trouble(error: OledError, language: Language) -> str:
    """What is wrong with the small display, and what mends it."""
    _ = language.gettext
    match error.trouble:
        case panel.Trouble.LIBRARY:
            return _("No OLED: luma.oled is missing (pip install 'ratscrew[pi]')")
        case panel.Trouble.BUS:
            return _("No OLED: I2C is switched off (sudo raspi-config)")
        case panel.Trouble.DENIED:
            return _("No OLED: you may not use I2C (sudo usermod -aG i2c $USER)")
        case panel.Trouble.LOST:
            return _("The OLED does not answer: check its wires")
        case _:
            assert_never(error.trouble)


def _display(error: Exception, language: Language) -> str:
    match error:
        case OledError():
            return oled_trouble(error, language)
        case ScreenLostError():
            return language.gettext("A screen is gone; it is looked for")
        case SlowDisplayError():
            return language.gettext("One display is too slow; nobody waits for it")
        case _:
            return said(error, language)


def _of_system(error: OSError, language: Language) -> str:
    _ = language.gettext
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT | errno.EFBIG:
            return _("the disk is full")
        case errno.EROFS:
            return _("the disk is read-only")
        case errno.EACCES | errno.EPERM:
            return _("writing is not allowed")
        case errno.EIO:
            return _("the disk fails")
        case errno.ENOENT | errno.ENOTDIR:
            return _("the folder is missing")
        case errno.EEXIST | errno.EISDIR | errno.ENOTEMPTY:
            return _("something is in the way")
        case _:
            return why(error, language)


def _of_sound(error: SoundError, language: Language) -> str:
    _ = language.gettext
    match error.trouble:
        case SoundTrouble.LIBRARY:
            return _("pygame-ce is missing")
        case SoundTrouble.DEVICE:
            return _("the sound card cannot be opened")
        case SoundTrouble.NAME:
            return _("no such sound card is there")
        case SoundTrouble.ENDED:
            return _("its program has ended")
        case _:
            assert_never(error.trouble)
