"""Deals the games of an evening: the next one, the game of the day, a lesson, a demonstration.

The law: the dealer moves on from game to game among whoever sits there, and games that only show
how it goes move nobody on. Seeds follow one another from the evening's first.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from device import lobby as lobbies
from device.config import Config
from device.dealing import day_header, lesson_header, next_seed, party_header, places_of
from device.language import Language
from device.lobby import Lobby, Mode
from device.options import SeatPlan
from device.seating import named
from game.cpu import Level
from game.record import Header


class Dealer:
    """`today`: the date (UTC); `chance` gives the seeds of demonstrations and lessons, and the
    evening's first."""

    def __init__(self, today: Callable[[], date], chance: Callable[[], str]) -> None:
        self._today = today
        self._chance = chance
        self._seed: str | None = None
        self._led: int | None = None

    def game(self, lobby: Lobby, config: Config, language: Language) -> Header:
        """The game that people have chosen."""
        guests = list(enumerate(lobby.guests))
        if lobby.mode is Mode.NEW:
            taken = [(place, guest) for place, guest in guests if guest is not None]
            places, plans = [place for place, _ in taken], [guest for _, guest in taken]
        else:
            first, around = lobby.persons[0], _around(lobby)
            places = [(first + n) % around for n in range(lobbies.FOUR)]
            level = Level.NORMAL if lobby.mode is Mode.DAILY else config.tempo
            person = lobby.guests[first] or SeatPlan("")
            plans = [person, *[SeatPlan("", level)] * (lobbies.FOUR - 1)]
        seats = named(plans, places, language)
        if lobby.mode is Mode.DAILY:
            return day_header(seats, places, self._today())
        seed = self._seed = self._chance() if self._seed is None else next_seed(self._seed)
        leader = None if self._led is None else _after(places, self._led)
        header = party_header(seats, places, config.rules, lobby.mode.value, seed, leader)
        self._led = places_of(header)[header.leader]
        return header

    def lesson(self, place: int, lobby: Lobby, config: Config, language: Language) -> Header:
        """The person at a place learns to play, against a computer player across the table."""
        around = _around(lobby)
        places = [place, (place + around // 2) % around]
        plans = [lobby.guests[place] or SeatPlan(""), SeatPlan("", Level.SLOW)]
        return lesson_header(named(plans, places, language), places, config.rules, self._chance())

    def demonstration(self, config: Config, language: Language) -> Header:
        """A game among computer players, for an idle table."""
        seats = named([SeatPlan("", config.tempo)] * lobbies.FOUR, range(lobbies.FOUR), language)
        rules = replace(config.rules, time_limit_us=None)
        return party_header(seats, range(lobbies.FOUR), rules, "demonstration", self._chance())


def _around(lobby: Lobby) -> int:
    """Places at the table, as far as a game for one person is concerned."""
    return max(lobbies.FOUR, len(lobby.guests))


def _after(places: Sequence[int], place: int) -> int:
    """The seat whose place is the next clockwise after `place`."""
    later = [seat for seat, each in enumerate(places) if each > place]
    return min(later or range(len(places)), key=lambda seat: places[seat])
