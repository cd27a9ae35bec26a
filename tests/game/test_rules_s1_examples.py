"""The worked examples of the rule sheets."""

from tests.game.script import game


def test_S1_king_four_eight_jack_six_and_ben_who_laid_the_jack_wins_the_pile() -> None:
    told = game("KC 2H | 4D 8S JH 3S | 6C 5H")
    anna = told.lay(0).judge()
    assert (anna.owed, anna.challenger, anna.turn) == (3, 0, 1)
    ben = told.lay(0, 1, 1, 1).judge()
    assert (ben.owed, ben.challenger, ben.turn) == (1, 1, 2)
    carla = told.lay(0, 1, 1, 1, 2).later().judge()
    assert carla.hands == [1, 6, 1]
    assert (carla.turn, carla.taken) == (1, 1)


def test_S1_nine_on_nine_goes_to_carla_who_laid_neither() -> None:
    told = game("9C 2D | 9H 4S | 7C 8D").lay(0, 1).slap(2).later().judge()
    assert told.slaps[0].verdict == "won"
    assert (told.hands, told.turn) == ([1, 1, 4], 2)


def test_S1_seven_on_seven_is_a_pair() -> None:
    assert game("7D 2C | 7S 3C").lay(0, 1).slap(0).later().judge().verdict == "won"


def test_S1_queen_three_queen_is_a_sandwich_in_the_midst_of_a_challenge() -> None:
    told = game("QH 4D | 3C QS 5H").lay(0, 1, 1)
    assert (told.judge().owed, told.judge().challenger) == (2, 1)
    taken = told.slap(0).later().judge()
    assert taken.verdict == "won"
    assert (taken.hands, taken.owed, taken.challenger, taken.turn) == ([4, 1], 0, None, 0)


def test_S1_seven_six_five_four_is_four_in_a_row() -> None:
    told = game("7 5 9 | 6 4 T", patterns=["run"]).lay(0, 1, 0, 1)
    assert told.slap(0).later().judge().verdict == "won"


def test_S2_a_seven_on_an_eight_is_a_near_miss() -> None:
    told = game("8 2 | 7 3", preset="egyptian-war").lay(0, 1).slap(0).later().judge()
    assert (told.verdict, told.hands, told.pile) == ("false", [0, 1], 3)
