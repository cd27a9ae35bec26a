"""Views of games in German, one of each kind of picture, and what they are made of."""

from __future__ import annotations

from dataclasses import replace

from device.leaf import Example, Leaf
from device.overlay import Countdown, Help, Paused, Question, Result, ResultRow
from device.view import (
    Event,
    Face,
    Figure,
    HandLine,
    KeyHint,
    Mark,
    Motion,
    MotionKind,
    Orientation,
    PhotoFinish,
    Pile,
    Seat,
    Style,
    Suit,
    Tone,
    Turning,
    View,
)

NAMES = ("Anna", "Ben", "Clara", "Maximilian", "Eva-Lena", "Friedrich-Wilhelm", "Gül", "Hans")
_FIGURES = {"K": Figure.KING, "Q": Figure.QUEEN, "J": Figure.JACK, "A": Figure.ACE}
_GERMAN = {"Q": "D", "J": "B"}


def face(name: str, german: bool = True) -> Face:
    """ "QH" as a face, with the German letter unless told otherwise."""
    rank, suit = name[:-1], Suit(name[-1])
    letter = _GERMAN.get(rank, rank) if german else rank
    return Face(letter, suit, _FIGURES.get(rank, Figure.NUMBER))


def faces(names: str) -> tuple[Face, ...]:
    """Faces, bottom first."""
    return tuple(face(name) for name in names.split())


def seats(count: int, **first: object) -> tuple[Seat, ...]:
    """Seats of which seat 0 is a person with keys; `first` changes seat 0."""
    cards = (13, 7, 22, 10, 1, 4, 0, 9)
    plain = [Seat(n, NAMES[n], cards[n], person=n == 0) for n in range(count)]
    keys = (KeyHint("Enter", "legen"), KeyHint("Leertaste", "hauen"))
    plain[0] = replace(plain[0], keys=keys, **first)  # type: ignore[arg-type]
    return tuple(plain)


def table(places: tuple[Seat, ...], pile: Pile, **more: object) -> View:
    """A German table with everything along its edges."""
    hints = (KeyHint("P", "Pause"), KeyHint("F1", "Hilfe"), KeyHint("Esc", "Beenden"))
    view = View(
        places, pile, slap_text="HAU DRAUF!", hints=hints, timing_text="Übungszeiten (Tastatur)"
    )
    return replace(view, **more)  # type: ignore[arg-type]


def with_seat(places: tuple[Seat, ...], index: int, **changes: object) -> tuple[Seat, ...]:
    """The seats with one of them changed."""
    changed = replace(places[index], **changes)  # type: ignore[arg-type]
    return (*places[:index], changed, *places[index + 1 :])


def _samples() -> dict[str, View]:
    three = Pile(faces("7H 10C QS"), 17, "17 Karten", 2, "2 verbrannt")
    four = Pile(faces("4S 7H 10C QD"), 17, "17 Karten", 2, "2 verbrannt", face("9D"), "Ganz unten")
    views: dict[str, View] = {}
    views["start"] = table(with_seat(seats(4), 1, turn=True), Pile(), now_text="Ben legt aus")
    wrong = Event("Falsch gehauen: Ben verbrennt 1", Tone.BAD, 1)
    views["turn"] = table(seats(4, turn=True), three, now_text="Du bist dran", event=wrong)
    views["cross"] = replace(views["turn"], pile=four, style=Style(Orientation.CROSS, True))
    views["one side"] = replace(views["turn"], pile=four, style=Style(Orientation.ONE_SIDE))
    owing = with_seat(
        seats(4), 3, turn=True, owed=2, attempts=3, owed_text="noch 2 von 3", flash=True
    )
    struck = with_seat(owing, 2, strikes=2, strikes_max=3, cards=0, status="nicht jetzt")
    views["challenge"] = table(
        struck,
        Pile(faces("4S KH 10C"), 9, "9 Karten", bottom=face("2D"), bottom_text="Ganz unten"),
        now_text="Clara fordert heraus - Maximilian zahlt: noch 2 von 3",
        turning=Turning(3, 600),
    )
    photo = PhotoFinish(
        (
            Mark(0, 0, "213.412 ms", first=True),
            Mark(1, 4_708, "+4.708 ms"),
            Mark(2, 9_900, "+9.900 ms"),
        ),
        "Fotofinish",
    )
    late = HandLine("zu spät", 3)
    views["race"] = table(
        seats(4),
        Pile(),
        now_text="Anna legt aus",
        event=Event("Paar! Anna 213.412 ms", Tone.GOOD, 0, (late,), photo),
        motions=(
            Motion(MotionKind.TAKE, 150, None, 1, cards=17),
            Motion(MotionKind.SLAP, 300, 0),
        ),
    )
    offsets = (0, 80, 900, 1_500, 1_600, 4_000, 9_000, 9_900)
    marks = tuple(
        Mark(n, us, f"+{us / 1000:.3f} ms" if n else "213.412 ms", 100 if n < 2 else 0, n < 2)
        for n, us in enumerate(offsets)
    )
    eight = tuple(
        replace(seat, keys=(KeyHint("QWERTZUI"[n], "legen"), KeyHint("ASDFGHJK"[n], "hauen")))
        for n, seat in enumerate(seats(8))
    )
    eight = with_seat(with_seat(eight, 5, turn=True), 6, out=True, status="raus")
    views["dead heat"] = table(
        eight,
        replace(four, top=faces("4S 7H 10C 10D"), count_text="31 Karten"),
        now_text="Friedrich-Wilhelm ist dran",
        limit_text="noch 9:07",
        slap_seat=0,
        event=Event(
            "Totes Rennen! Das Los entscheidet: Anna",
            Tone.GOOD,
            0,
            finish=PhotoFinish(marks, "Totes Rennen", dead_heat=True),
        ),
    )
    views["six"] = table(
        with_seat(seats(6), 5, barred=True, status="gesperrt", strikes=3, strikes_max=3),
        Pile(faces("7H"), 1, "1 Karte"),
        now_text="Eva-Lena zahlt",
        event=Event(
            "Alle zu spät", lines=tuple(HandLine(f"nach {300 + n} ms", n) for n in (1, 3, 5))
        ),
        bottom_seat=2,
        motions=(Motion(MotionKind.STRIKE, 200, 5), Motion(MotionKind.BURN, 400, 1)),
    )
    across = Event("Paar! Clara 198.304 ms", Tone.GOOD, 2)
    views["flat"] = replace(
        table(with_seat(owing, 2, turn=True), four, event=across, now_text="Clara ist dran"),
        style=Style(Orientation.CROSS),
        flat=True,
        places=(0, 1, 2, 4),
        around=6,
    )
    hidden = replace(views["turn"], pile=replace(three, hidden=True))
    views["pause"] = replace(hidden, overlay=Paused("Pause", "Anna hat angehalten. Weiter mit P."))
    views["countdown"] = replace(hidden, overlay=Countdown("3", "Gleich geht es weiter"))
    views["question"] = replace(
        hidden,
        overlay=Question(
            "Spiel beenden?",
            ("Weiterspielen", "Neues Spiel", "Beenden"),
            0,
            "Der Stand wird aufgehoben, das Spiel kann später fortgesetzt werden.",
        ),
    )
    keys = (
        ("Enter", "Karte legen"),
        ("Leertaste", "hauen"),
        ("Klick", "auf die Mitte oder HAU DRAUF!: hauen"),
        ("Esc", "beenden (mit Rückfrage)"),
    )
    rows = tuple(KeyHint(key, does) for key, does in keys)
    views["help"] = replace(hidden, overlay=Help("Tasten", rows, "Weiter mit F1"))
    views["lesson"] = table(
        seats(2, turn=True),
        three,
        now_text="Anna zahlt Ben",
        lesson_text="Eine Dame: zwei Versuche, auch ein Ass, König, Dame oder Bube zu legen.",
    )
    views["rules"] = replace(
        hidden,
        overlay=Leaf(
            "Falsch gehauen",
            ("Wer auf nichts haut, verbrennt: Die oberste Karte muss verdeckt unter den Stapel.",),
            ("Hier: Falsch hauen kostet 2 Karten.",),
            (
                Example(faces("8C 7S"), "Sieben auf Acht: knapp daneben.", ("Anna", "Ben")),
                Example(faces("QH JD"), "Auch nichts.", piled=False),
            ),
            "8 / 17",
            (KeyHint("Enter", "nächste Seite"), KeyHint("F1", "zurück zum Spiel")),
        ),
    )
    ranking = tuple(
        ResultRow(f"{n + 1}.", n, NAMES[n], "75", "198.412 ms", "312.118 ms", "9", n == 0)
        for n in range(7)
    )
    views["result"] = replace(
        views["dead heat"],
        overlay=Result(
            "Unentschieden: dieselbe Stellung ein zweites Mal",
            (*ranking, ResultRow("8.", 7, "Hans")),
            ("Name", "Punkte", "Bestzeit", "Median", "Stapel"),
            "Punkte: Sieg 2000 − 2/s − 20 je Fehler, mindestens 500; sonst 25 je gehauenem Stapel",
            (KeyHint("Enter", "neues Spiel"), KeyHint("Esc", "beenden")),
        ),
    )
    return views


SAMPLES = _samples()
