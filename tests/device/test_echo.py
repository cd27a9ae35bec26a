"""What says the same as the picture, and what is opened for it, when."""

from device.echo import Echo
from hal.lamps import Lamps


def unlit() -> tuple[list[Lamps], Echo]:
    """The lamps that have been opened so far, and what opens them."""
    opened: list[Lamps] = []

    def opening() -> Lamps:
        opened.append(Lamps({}, None, print))
        return opened[-1]

    return opened, Echo(lamps=opening)


def test_lamps_are_opened_when_they_are_lit_first_and_once() -> None:
    opened, echo = unlit()
    assert echo.shines
    assert not opened, "to load what lights them would keep the first picture waiting"
    echo.light([1000])
    echo.light([0])
    assert len(opened) == 1
    echo.close()


def test_a_table_without_lamps_opens_none() -> None:
    echo = Echo()
    echo.light([1000])
    assert not echo.shines
    echo.close()


def test_where_no_picture_comes_first_lamps_are_opened_at_once_and_not_again() -> None:
    opened, echo = unlit()
    echo.open()
    assert len(opened) == 1
    echo.light([1000])
    assert len(opened) == 1
    echo.close()
