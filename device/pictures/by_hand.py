"""Suits of so few dots that each one counts, drawn by hand."""

from collections.abc import Mapping

from device.view import Suit

BY_HAND: Mapping[int, Mapping[Suit, str]] = {
    9: {
        Suit.SPADES: """
            ....#....
            ...###...
            ..#####..
            .#######.
            #########
            #########
            .##.#.##.
            ....#....
            ..#####..
            """,
        Suit.HEARTS: """
            .##...##.
            ####.####
            #########
            #########
            #########
            .#######.
            ..#####..
            ...###...
            ....#....
            """,
        Suit.DIAMONDS: """
            ....#....
            ...###...
            ..#####..
            .#######.
            #########
            .#######.
            ..#####..
            ...###...
            ....#....
            """,
        Suit.CLUBS: """
            ...###...
            ..#####..
            ..#####..
            .#.###.#.
            #########
            #########
            .##.#.##.
            ....#....
            ..#####..
            """,
    }
}
"""By the dots of a side; a row a line, "#" is light."""
