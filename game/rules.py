"""House rules: every option with its values, checked when a set of rules is made.

Law: a `Rules` value that exists is playable; whoever holds one need not check it again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import Enum
from reprlib import Repr
from types import MappingProxyType

from game.cards import Pile
from game.patterns import DEPTH, PATTERNS, Pattern, Predicate, run, run_wrapped
from game.words import Words


class Runout(Enum):
    """Who gets the pile when the payer runs out of cards (R14)."""

    CHALLENGER = "challenger"
    NEXT_PLAYER = "next_player"


class EmptySlap(Enum):
    """What follows a false slap without a card to burn (R54)."""

    OUT = "out"
    THREE_STRIKES = "three_strikes"
    NOTHING = "nothing"


class LateSlap(Enum):
    """What a slap after a slapped pile costs (R34)."""

    FORGIVEN = "forgiven"
    BURN = "burn"


class Mash(Enum):
    """Whether each false slap on one card costs, or only a seat's first (R37)."""

    EACH = "each"
    ONCE_PER_CARD = "once_per_card"


LIMITS_US: Mapping[str, tuple[int, int]] = MappingProxyType(
    {
        "cover_grace_us": (0, 500_000),
        "claim_us": (0, 3_000_000),
        "race_us": (0, 100_000),
        "tie_us": (0, 5_000),
    }
)
"""Least and greatest of each span, both allowed."""

LEAST_TIME_LIMIT_US = 60_000_000


class RuleError(ValueError):
    """An option, or the preset, that may not have this value; the message says what it may have."""

    def __init__(self, option: str, value: object, message: Words) -> None:
        super().__init__(message)
        self.option, self.value = option, value


@dataclass(frozen=True, slots=True)
class Rules:
    """One set of house rules; all spans in microseconds, `time_limit_us` None for no limit.

    Raises RuleError.
    """

    preset: str = "ratscrew"
    patterns: frozenset[Pattern] = frozenset({Pattern.PAIR, Pattern.SANDWICH})
    burn: int = 1
    runout: Runout = Runout.CHALLENGER
    empty_slap: EmptySlap = EmptySlap.OUT
    last_chance: bool = False
    late_slap: LateSlap = LateSlap.FORGIVEN
    mash: Mash = Mash.EACH
    cover_grace_us: int = 0
    claim_us: int = 1_000_000
    race_us: int = 10_000
    tie_us: int = 100
    run_wrap: bool = False
    time_limit_us: int | None = None
    _patterns: tuple[tuple[Pattern, Predicate], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not self.patterns:
            message = Words("patterns is empty; at least one of {known}", known=_names(Pattern))
            raise RuleError("patterns", [], message)
        if self.burn not in (1, 2):
            message = Words("burn is {value}; allowed are 1 and 2", value=self.burn)
            raise RuleError("burn", self.burn, message)
        for name, (least, most) in LIMITS_US.items():
            span_us = getattr(self, name)
            if not least <= span_us <= most:
                raise _out_of_range(name, span_us)
        limit_us = self.time_limit_us
        if limit_us is not None and limit_us < LEAST_TIME_LIMIT_US:
            raise _out_of_range("time_limit_us", limit_us)
        predicates = PATTERNS | {Pattern.RUN: run_wrapped if self.run_wrap else run}
        enabled = tuple(
            (pattern, predicates[pattern]) for pattern in Pattern if pattern in self.patterns
        )
        object.__setattr__(self, "_patterns", enabled)

    def slappable(self, shown: Pile) -> bool:
        """Whether a pattern of these rules lies on the face-up cards, bottom card first."""
        for _, lies in self._patterns:  # noqa: SIM110 - twice as fast as any() over a generator
            if lies(shown):
                return True
        return False

    def lying(self, shown: Pile) -> tuple[Pattern, ...]:
        """Which patterns lie there, in the order of `Pattern`."""
        return tuple([pattern for pattern, lies in self._patterns if lies(shown)])

    @property
    def depth(self) -> int:
        """How many top cards people must see to judge these patterns, three at least."""
        return max(3, *(DEPTH[pattern] for pattern in self.patterns))


PRESETS: Mapping[str, Rules] = MappingProxyType(
    {
        "ratscrew": Rules(),
        "egyptian-war": Rules(preset="egyptian-war", runout=Runout.NEXT_PLAYER),
        "party": Rules(
            preset="party",
            patterns=frozenset(
                {Pattern.PAIR, Pattern.SANDWICH, Pattern.MARRIAGE, Pattern.TOP_BOTTOM}
            ),
            empty_slap=EmptySlap.THREE_STRIKES,
            mash=Mash.ONCE_PER_CARD,
            cover_grace_us=200_000,
            time_limit_us=600_000_000,
        ),
    }
)

OPTIONS: tuple[str, ...] = tuple(
    option.name for option in fields(Rules) if option.init and option.name != "preset"
)
"""The names of all options, in the order of the law."""

_CHOICES: Mapping[str, type[Enum]] = {
    "runout": Runout,
    "empty_slap": EmptySlap,
    "late_slap": LateSlap,
    "mash": Mash,
}
_SWITCHES = ("last_chance", "run_wrap")


def rules_of(options: Mapping[str, object]) -> Rules:
    """Rules from plain values as a record holds them: a preset and what differs from it.

    Keys that are no option are ignored. Raises RuleError.
    """
    name = options.get("preset", "ratscrew")
    if not isinstance(name, str) or name not in PRESETS:
        message = Words(
            "preset is {value}; allowed is one of {known}",
            value=shortened(name),
            known=", ".join(PRESETS),
        )
        raise RuleError("preset", name, message)
    preset = PRESETS[name]
    chosen = {option: getattr(preset, option) for option in OPTIONS}
    chosen |= {option: _read(option, options[option]) for option in OPTIONS if option in options}
    return Rules(preset=name, **chosen)


def options_of(rules: Rules) -> dict[str, object]:
    """The preset and the options that differ from it, as plain values for a record."""
    preset = PRESETS[rules.preset]
    differing: dict[str, object] = {"preset": rules.preset}
    for option in OPTIONS:
        value = getattr(rules, option)
        if value != getattr(preset, option):
            differing[option] = plain(value)
    return differing


def plain(value: object) -> object:
    """An option's value as a record writes it."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, frozenset):
        return [pattern.value for pattern in Pattern if pattern in value]
    return value


def allowed(option: str) -> Words:
    """The values of an option, for messages and help."""
    if option == "patterns":
        return Words("any of {known}", known=_names(Pattern))
    if option in _CHOICES:
        return Words(_names(_CHOICES[option]))
    if option in _SWITCHES:
        return Words("true, false")
    if option == "burn":
        return Words("1, 2")
    if option == "time_limit_us":
        return Words("null or {least} and more", least=LEAST_TIME_LIMIT_US)
    least, most = LIMITS_US[option]
    return Words("{least} to {most}", least=least, most=most)


def shortened(value: object) -> str:
    """A value that was refused, in a message: one short line, whatever it is."""
    return _SHORT.repr(value)


def _read(option: str, value: object) -> object:
    if option == "patterns":
        return _read_patterns(value)
    if option in _CHOICES:
        if isinstance(value, str) and value in _values(_CHOICES[option]):
            return _CHOICES[option](value)
    elif option in _SWITCHES:
        if isinstance(value, bool):
            return value
    elif type(value) is int or (option == "time_limit_us" and value is None):
        return value
    message = Words(
        "{key} is {value}; allowed: {allowed}",
        key=option,
        value=shortened(value),
        allowed=allowed(option),
    )
    raise RuleError(option, value, message)


def _out_of_range(option: str, value: int) -> RuleError:
    message = Words(
        "{key} is {value}; allowed is {allowed}",
        key=option,
        value=value,
        allowed=allowed(option),
    )
    return RuleError(option, value, message)


def _read_patterns(value: object) -> frozenset[Pattern]:
    if not isinstance(value, list):
        message = Words(
            "patterns is {value}; allowed is a list of {known}",
            value=shortened(value),
            known=_names(Pattern),
        )
        raise RuleError("patterns", value, message)
    known = _values(Pattern)
    for name in value:
        if not isinstance(name, str) or name not in known:
            message = Words(
                "unknown pattern {value}; allowed: {known}",
                value=shortened(name),
                known=_names(Pattern),
            )
            raise RuleError("patterns", name, message)
    return frozenset(Pattern(name) for name in value)


def _values(kind: type[Enum]) -> tuple[str, ...]:
    return tuple(member.value for member in kind)


def _names(kind: type[Enum]) -> str:
    return ", ".join(_values(kind))


_SHORT = Repr()
_SHORT.maxlevel = 2
_SHORT.maxstring = 40
