"""Rules 9: the verdicts and their order of precedence."""

from tests.game.script import game


def test_verdict_over_goes_before_everything() -> None:
    told = game("5 3 | 5 4 | 8 7").lay(0, 1).leave(2).leave(1)
    assert told.judge().over is True
    assert told.slap(1).slap(0).judge().verdicts == ["ignored", "ignored"]


def test_verdict_paused_goes_before_barred() -> None:
    told = game("5 3 | 5 4 | 8 7").leave(2).lay(0, 1).pause().slap(2).slap(0).judge()
    assert told.verdicts == ["ignored", "ignored"]


def test_verdict_barred_goes_before_a_race() -> None:
    told = game("5 3 | 5 4 | 8 7").leave(2).lay(0, 1).slap(0).slap(2, 1_000).later().judge()
    assert told.verdicts == ["won", "barred"]


def test_verdict_barred_goes_before_a_pattern_and_before_an_empty_table() -> None:
    told = game("5 3 | 5 4 | 8 7").leave(2).slap(2).lay(0, 1).slap(2).later().judge()
    assert told.verdicts == ["barred", "barred"]
    assert told.taken == 0


def test_verdict_in_a_race_a_press_joins_it_or_is_ignored() -> None:
    told = game("5 3 | 5 4 | 8 7").lay(0, 1).slap(0).slap(0, 0).slap(1, 5_000)
    assert told.judge().verdicts == ["pending", "ignored", "pending"]


def test_verdict_a_pattern_goes_before_the_grace() -> None:
    told = game("7 7 2 | 4 4 3", cover_grace_us=500_000).lay(0, 1, 0, 1).slap(0, 1)
    assert told.later().judge().verdict == "won"


def test_verdict_a_pattern_goes_before_the_limit_of_a_press_a_card() -> None:
    told = game("5 3 8 | 5 4 7", mash="once_per_card").lay(0).slap(0).lay(1).slap(0).later()
    assert told.judge().verdicts == ["false", "won"]


def test_verdict_late_goes_before_no_card() -> None:
    told = game("5 3 | 5 4").lay(0, 1).slap(0).later().slap(1).judge()
    assert told.verdicts == ["won", "late"]  # not "ignored", though no card lies


def test_verdict_no_card_goes_before_false() -> None:
    assert game("5 3 | 5 4").slap(1).judge().verdict == "ignored"


def test_verdict_the_grace_goes_before_false() -> None:
    told = game("5 3 | 5 4", cover_grace_us=500_000).lay(0, 1, 0).slap(1).judge()
    assert (told.verdict, told.hands) == ("late", [0, 1])


def test_verdict_false_is_what_remains() -> None:
    assert game("5 3 | 6 4").lay(0, 1).slap(1).judge().verdict == "false"


def test_verdicts_stand_in_the_order_of_the_presses_with_their_stamps() -> None:
    told = game("5 3 | 5 4 | 8 7").slap(2, at=50).lay(0, 1).slap(2).slap(1, 70).later().judge()
    assert [tuple(slap) for slap in told.slaps] == [
        (50, 2, "ignored"),
        (600_050, 2, told.slaps[1].verdict),
        (600_120, 1, told.slaps[2].verdict),
    ]
    assert sorted(told.verdicts[1:]) == ["tie", "won"]
