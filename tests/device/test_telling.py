"""Facts in words: every kind of fact, in both languages."""

from typing import get_args

import pytest

from device.language import LANGUAGES, language
from device.telling import milliseconds, pattern_name, pattern_names, tell
from game import events
from game.cards import CARDS
from game.events import By, Ending, Fact, Finish, Verdict
from game.patterns import Pattern

NAMES = ("Anna", "Ben", "Carla")
PAIR = (Pattern.PAIR,)
ANNA = Finish(0, 900, 213_400, 0, 0, Verdict.WON)
BEN = Finish(1, 13_608, 226_108, 12_708, 0, Verdict.LATE)

TOLD: list[tuple[Fact, str, str]] = [
    (
        events.Flipped(1, 0, CARDS["QH"], False),
        "Anna turns a card",
        "Anna deckt eine Karte auf",
    ),
    (
        events.Flipped(1, 0, CARDS["QH"], True),
        "A card of Anna turns by itself",
        "Eine Karte von Anna dreht sich von selbst um",
    ),
    (events.NotNow(1, 1), "Ben: not now", "Ben: jetzt nicht"),
    (events.CardShown(1, 0, CARDS["QH"], 3), "Anna lays Q♥", "Anna legt D♥"),
    (events.CardShown(1, 0, CARDS["TC"], 3), "Anna lays 10♣", "Anna legt 10♣"),
    (
        events.CardReturned(1, 1),
        "The turning card goes back to Ben",
        "Die Karte in der Luft geht an Ben zurück",
    ),
    (
        events.Challenged(1, 0, 1),
        "Anna challenges: 1 attempt",
        "Anna fordert heraus: 1 Versuch",
    ),
    (
        events.Challenged(1, 0, 4),
        "Anna challenges: 4 attempts",
        "Anna fordert heraus: 4 Versuche",
    ),
    (events.ClaimOpened(1, 0), "The pile is due to Anna", "Der Stapel steht Anna zu"),
    (
        events.ClaimOpened(1, None),
        "Nobody has a card left; the pile lies open",
        "Keiner hat mehr Karten; der Stapel liegt offen",
    ),
    (
        events.Lapsed(1, 0),
        "The challenge of Anna lapses",
        "Die Herausforderung von Anna verfällt",
    ),
    (events.RaceOpened(1, 0, PAIR), "Pair! Anna slaps first", "Paar! Anna haut zuerst"),
    (
        events.Slapped(1, 0, Verdict.PENDING, 213_400),
        "Anna slaps: 213.400 ms",
        "Anna haut: 213,400 ms",
    ),
    (events.Slapped(1, 0, Verdict.PENDING, None), "Anna slaps", "Anna haut"),
    (events.Slapped(1, 0, Verdict.FALSE, 9), "Anna slaps falsely", "Anna haut falsch"),
    (events.Slapped(1, 0, Verdict.LATE, 9), "Anna slaps too late", "Anna haut zu spät"),
    (
        events.Slapped(1, 0, Verdict.IGNORED, 9),
        "The slap of Anna does not count",
        "Der Schlag von Anna zählt nicht",
    ),
    (
        events.Slapped(1, 0, Verdict.BARRED, 9),
        "Anna may not slap any more",
        "Anna darf nicht mehr hauen",
    ),
    (
        events.RaceClosed(1, 0, False, PAIR, (ANNA,)),
        "Pair! Anna 213.400 ms",
        "Paar! Anna 213,400 ms",
    ),
    (
        events.RaceClosed(1, 0, False, (Pattern.PAIR, Pattern.TENS), (ANNA, BEN)),
        "Pair, Ten! Anna 213.400 ms – Ben +12.708 ms",
        "Paar, Zehner! Anna 213,400 ms – Ben +12,708 ms",
    ),
    (
        events.RaceClosed(
            1,
            1,
            True,
            PAIR,
            (
                Finish(0, 900, 213_400, 0, 0, Verdict.TIE),
                Finish(1, 950, 213_450, 50, 0, Verdict.WON),
                Finish(2, 1900, 214_400, 1000, 0, Verdict.LATE),
            ),
        ),
        "Pair! Dead heat: Anna 213.400 ms, Ben +0.050 ms – the lot falls to Ben – Carla +1.000 ms",
        (
            "Paar! Totes Rennen: Anna 213,400 ms, Ben +0,050 ms – das Los fällt auf Ben"
            " – Carla +1,000 ms"
        ),
    ),
    (
        events.RaceClosed(
            1,
            0,
            True,
            PAIR,
            (
                Finish(0, 900, 213_400, 0, 0, Verdict.WON),
                Finish(1, 2900, 215_400, 2000, 5000, Verdict.TIE),
            ),
        ),
        (
            "Pair! Dead heat: Anna 213.400 ms, Ben +2.000 ms (perhaps up to 5.000 ms earlier)"
            " – the lot falls to Anna"
        ),
        (
            "Paar! Totes Rennen: Anna 213,400 ms, Ben +2,000 ms (vielleicht bis zu 5,000 ms früher)"
            " – das Los fällt auf Anna"
        ),
    ),
    (
        events.SlapWithdrawn(1, 0, 1),
        "The slap of Anna does not count",
        "Der Schlag von Anna zählt nicht",
    ),
    (events.Burned(1, 1, 1), "Ben burns 1 card", "Ben verbrennt 1 Karte"),
    (events.Burned(1, 1, 2), "Ben burns 2 cards", "Ben verbrennt 2 Karten"),
    (events.Struck(1, 1, 1), "Ben: 1 strike", "Ben: 1 Strich"),
    (events.Struck(1, 1, 2), "Ben: 2 strikes", "Ben: 2 Striche"),
    (events.Barred(1, 1), "Ben may not slap any more", "Ben darf nicht mehr hauen"),
    (events.Eliminated(1, 1), "Ben is out", "Ben ist raus"),
    (events.Left(1, 1, 5), "Ben leaves the game", "Ben verlässt das Spiel"),
    (events.Taken(1, 0, By.SLAP, 12), "Anna takes 12 cards", "Anna nimmt 12 Karten"),
    (events.Taken(1, 0, By.CLAIM, 1), "Anna takes 1 card", "Anna nimmt 1 Karte"),
    (
        events.LastChance(1, 0),
        "Anna has all cards; the others have a last chance",
        "Anna hat alle Karten; die anderen haben eine letzte Chance",
    ),
    (events.Paused(1), "Pause", "Pause"),
    (events.Resumed(1), "The game goes on", "Es geht weiter"),
    (
        events.GameOver(1, 0, Ending.ALL_CARDS, 1),
        "Anna wins with all cards",
        "Anna gewinnt mit allen Karten",
    ),
    (
        events.GameOver(1, None, Ending.ENDLESS, 1),
        "A draw: the game goes round in circles",
        "Unentschieden: Das Spiel dreht sich im Kreis",
    ),
]


@pytest.mark.parametrize(("fact", "english", "german"), TOLD)
def test_a_fact_is_one_sentence(fact: Fact, english: str, german: str) -> None:
    assert tell(fact, NAMES, language("en")) == english
    assert tell(fact, NAMES, language("de")) == german


def test_every_kind_of_fact_is_told() -> None:
    assert {type(fact) for fact, _english, _german in TOLD} == set(get_args(Fact))


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_ending_is_told(code: str) -> None:
    for ending in Ending:
        for winner in (0, None):
            told = tell(events.GameOver(1, winner, ending, 1), NAMES, language(code))
            assert ("Anna" in told) == (winner == 0)


def test_every_pattern_has_a_name_of_its_own() -> None:
    for code in LANGUAGES:
        assert len({pattern_name(pattern, language(code)) for pattern in Pattern}) == len(Pattern)
    assert pattern_names(Pattern, language("de")) == (
        "Paar, Sandwich, Ratscrew, Hoagie, Zehner, Hochzeit, Vier in Folge, Oben wie unten"
    )


def test_cards_have_the_letters_asked_for() -> None:
    fact = events.CardShown(1, 0, CARDS["JS"], 3)
    assert tell(fact, NAMES, language("en"), letters=language("de")) == "Anna lays B♠"


@pytest.mark.parametrize(
    ("us", "exact", "english"),
    [
        (0, True, "0.000 ms"),
        (1, True, "0.001 ms"),
        (213_400, True, "213.400 ms"),
        (213_499, False, "213 ms"),
        (213_500, False, "214 ms"),
        (1_234_567, True, "1234.567 ms"),
    ],
)
def test_a_span_is_told_as_exactly_as_it_is_known(us: int, exact: bool, english: str) -> None:
    assert milliseconds(us, language("en"), exact) == english
    assert milliseconds(us, language("de"), exact) == english.replace(".", ",")


def test_at_keys_a_race_is_told_in_whole_milliseconds() -> None:
    fact = events.RaceClosed(1, 0, False, PAIR, (ANNA, BEN))
    assert tell(fact, NAMES, language("de"), exact=False) == "Paar! Anna 213 ms – Ben +13 ms"
