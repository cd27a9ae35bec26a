"""What the system, the parts and the game say of themselves, in the language of people.

The law: hal and game know no languages, so what they say keeps its text apart from what fills the
gaps, and here is the one place where both are put together again. `make messages` collects those
texts as it collects all others.
"""

import errno
import os
from collections.abc import Mapping
from typing import Final, Protocol, runtime_checkable

from device.language import Language
from game.words import Words

__all__ = ["Words", "Worded", "reason_of", "said", "why"]


@runtime_checkable
class Worded(Protocol):
    """A line as `hal.words` and `game.words` have it."""

    @property
    def text(self) -> str:
        """With gaps by name."""
        ...

    @property
    def values(self) -> Mapping[str, object]:
        """What fills them."""
        ...


def said(what: object, language: Language) -> str:
    """A line, an error that carries one, or what fills a gap; all else as it is."""
    match what:
        case str():
            return what
        case OSError():
            return why(what, language)
        case Worded():
            text = language.gettext(what.text) if what.text else ""
            told = {name: said(value, language) for name, value in what.values.items()}
            return text.format(**told) if told else text
        case BaseException():
            carried = (each for each in what.args if isinstance(each, Worded | BaseException))
            line = next(carried, None)
            return str(what) if line is None else said(line, language)
        case _:
            return str(what)


def why(error: OSError, language: Language) -> str:
    """The system's reason in a few words."""
    return said(reason_of(error), language)


def reason_of(error: OSError) -> Words:
    """The same for whoever does not know the language yet."""
    text = error.strerror or str(error) or type(error).__name__
    usual = error.errno is not None and text == os.strerror(error.errno)
    return _SYSTEM.get(error.errno or 0, Words(text)) if usual else Words(text)


_SYSTEM: Final = {
    errno.EPERM: Words("Operation not permitted"),
    errno.ENOENT: Words("No such file or directory"),
    errno.EIO: Words("Input/output error"),
    errno.ENXIO: Words("No such device or address"),
    errno.E2BIG: Words("Argument list too long"),
    errno.ENOEXEC: Words("Exec format error"),
    errno.EBADF: Words("Bad file descriptor"),
    errno.EAGAIN: Words("Resource temporarily unavailable"),
    errno.ENOMEM: Words("Cannot allocate memory"),
    errno.EACCES: Words("Permission denied"),
    errno.EBUSY: Words("Device or resource busy"),
    errno.EEXIST: Words("File exists"),
    errno.EXDEV: Words("Invalid cross-device link"),
    errno.ENODEV: Words("No such device"),
    errno.ENOTDIR: Words("Not a directory"),
    errno.EISDIR: Words("Is a directory"),
    errno.EINVAL: Words("Invalid argument"),
    errno.ENFILE: Words("Too many open files in system"),
    errno.EMFILE: Words("Too many open files"),
    errno.ENOTTY: Words("Inappropriate ioctl for device"),
    errno.ETXTBSY: Words("Text file busy"),
    errno.EFBIG: Words("File too large"),
    errno.ENOSPC: Words("No space left on device"),
    errno.ESPIPE: Words("Illegal seek"),
    errno.EROFS: Words("Read-only file system"),
    errno.EPIPE: Words("Broken pipe"),
    errno.ENAMETOOLONG: Words("File name too long"),
    errno.ENOTEMPTY: Words("Directory not empty"),
    errno.ELOOP: Words("Too many levels of symbolic links"),
    errno.EDQUOT: Words("Disk quota exceeded"),
    errno.ESTALE: Words("Stale file handle"),
    errno.ETIMEDOUT: Words("Connection timed out"),
    errno.EREMOTEIO: Words("Remote I/O error"),
}
