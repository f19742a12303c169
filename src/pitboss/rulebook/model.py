"""What a rulebook says, as plain records: the file read, nothing computed.

A `Rulebook` is one approved text as data. It holds every figure of the game with the clause that
prints it; how the game is played is code in `games`, and no figure stands there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from pitboss.money import Money, Pays
from pitboss.rulebook.code import GameCode

OptionValue = str | bool | None
"""A word, a switch, or an amount as it is written: "50000.00"."""


class Citation(NamedTuple):
    """Why a line says what it says: clauses of the rulebook, entries of the register.

    >>> Citation.of(["3.10.3", "I-64"]) + Citation.of(["4.2", "3.10.3"])
    Citation(rules=('3.10.3', '4.2'), interpretations=('I-64',))
    """

    rules: tuple[str, ...]
    interpretations: tuple[str, ...]

    @staticmethod
    def of(ids: list[str]) -> Citation:
        """Sort ids of both kinds into their places."""
        return Citation(
            tuple(i for i in ids if not i.startswith("I-")),
            tuple(i for i in ids if i.startswith("I-")),
        )

    def __add__(self, other: Citation) -> Citation:  # type: ignore[override]
        """Both, each id once, in order of first mention."""
        return Citation(
            tuple(dict.fromkeys(self.rules + other.rules)),
            tuple(dict.fromkeys(self.interpretations + other.interpretations)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One numbered rule: its id, what kind of rule it is, and what it says in short."""

    id: str
    kind: str
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Units:
    """How many progressive units a wager may be: one, one to five, or any whole number."""

    least: int
    most: int | None

    def allow(self, count: int) -> bool:
        """Whether that many units may be staked."""
        return self.least <= count and (self.most is None or count <= self.most)

    def __str__(self) -> str:
        if self.most is None:
            return f"{self.least} or more units"
        if self.least == self.most:
            return "exactly one unit" if self.least == 1 else f"exactly {self.least} units"
        return f"{self.least} to {self.most} units"


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerRule:
    """One kind of wager a seat may place."""

    id: str
    title: str
    clause: str
    group: str | None = None
    """Wagers of one group are placed together and equal."""
    needs: tuple[str, ...] = ()
    """At least one of these must stand beside it."""
    required: bool = False
    """Without this wager there is no hand."""
    stake: Money | None = None
    units: Units | None = None
    follows: str | None = None
    """A follow-up is sized by the wager it follows, and placed by a decision."""
    decision: str | None = None
    sizes: Mapping[str, int] = field(default_factory=dict)
    """The choices that place a follow-up: each with how many times what it follows is staked."""
    paytable: str | None = None
    """May name an option in braces: `three_card_bonus_{three_card_bonus_table}`."""

    @property
    def limit_key(self) -> str:
        """The key of its minimum and maximum in a table's limits."""
        return self.group or self.id

    @property
    def least_times(self) -> int:
        """The smallest multiple of what it follows."""
        return min(self.sizes.values(), default=0)

    @property
    def most_times(self) -> int:
        """The largest multiple of what it follows."""
        return max(self.sizes.values(), default=0)

    def times(self, decisions: Mapping[str, str]) -> int:
        """What these decisions stake on a follow-up, in multiples of what it follows.

        >>> sizes = {"small": 1, "large": 3}
        >>> play = WagerRule(id="play", title="Play", clause="1", decision="play", sizes=sizes)
        >>> play.times({"play": "large"}), play.times({"play": "fold"}), play.times({})
        (3, 0, 0)
        """
        return self.sizes.get(decisions.get(self.decision or "", ""), 0)

    @property
    def has_free_size(self) -> bool:
        """Whether the player chooses how much; else it is one stake, or so many units (I-90)."""
        return self.stake is None and self.units is None

    @property
    def goes_by_hands(self) -> bool:
        """Whether it looks at the hands of all players, and pays by how many there are."""
        return "{players}" in (self.paytable or "")


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionRule:
    """One question put to every seat in turn."""

    id: str
    title: str
    clause: str
    choices: tuple[str, ...]
    asked_of: tuple[str, ...]
    """Put to seats on which one of these wagers stands."""
    otherwise: str | None = None
    """The one answer of a hand on which none of those wagers stands."""
    missing: str | None = None
    """The choice a seat is deemed to have made when it made none."""
    ends: tuple[str, ...] = ()
    """Choices after which the seat decides nothing more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a deal: so many cards to each seat, the community, the dealer or the burn."""

    to: str
    cards: int
    after: str | None = None
    """Dealt only once every seat has answered this decision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealingMethod:
    """One printed way of dealing, step by step."""

    id: str
    title: str
    clause: str
    steps: tuple[Step, ...]
    security_cards: int = 0
    interpretations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of a paytable: the hand as named there, what it pays, and what that relies on."""

    hand: str
    pays: Pays
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Paytable:
    """One printed paytable."""

    id: str
    title: str
    clause: str
    looks_at: str
    """`five`, `three` or `hole` cards, or the `wager` itself."""
    rows: tuple[Row, ...]
    envy: Mapping[str, Money]
    seeds: Mapping[str, Money | None]
    """The levels it pays from, and what each restarts from where the rulebook prints it."""
    unit: Money | None = None
    """The only progressive unit it may be played with."""
    confirm: str | None = None
    """An option that must be true before this table may be used."""
    approval: str | None = None
    """The reference under which it may pay more than is printed (I-44)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionRule:
    """A choice the register leaves to the house and a round record may state."""

    id: str
    meaning: str
    default: OptionValue
    values: tuple[OptionValue, ...]
    """Empty for an amount of money."""
    interpretations: tuple[str, ...]
    needed_by: str | None = None
    """There is no default in a record: it must be stated when this wager is placed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingRule:
    """An operating setting of a table or a link: named here, set where the table is opened."""

    id: str
    of: str
    meaning: str
    default: str | None
    """`None` where the register allows no silent default (I-06)."""
    interpretations: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IrregularityRule:
    """One thing that may go wrong: the clause, who may report it and until when, who decides."""

    id: str
    title: str
    clause: str
    effect: str
    """The clause that says what then happens; often the same."""
    until: str
    """How long it may be invoked: one of `IRREGULARITY_WINDOWS` (I-83)."""
    reported_by: str
    """The least role that may report it, a rung of the ladder."""
    ruled_by: str
    """The least role that may decide what follows, where a person must."""
    methods: tuple[str, ...] = ()
    """The dealing methods under which it can happen; empty for all of them."""
    interpretations: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Discretion:
    """One thing the rulebook leaves to staff to do or to decide, and the least role for it."""

    id: str
    clause: str
    role: str
    """A rung of the ladder."""


IRREGULARITY_WINDOWS = ("any_time", "before_deal", "bets_closed", "dealt", "open", "next_round")
"""At any time the table is open; before a card is dealt; from "No more bets", from the deal or
from the beginning of the round until it is over; or from "No more bets" until the next call for
bets."""


CHECKLIST_TIMES = ("new", "idle", "cut")
"""A checklist is for a deck that comes to the table, that lay spread out, or that is cut.

The steps of a cut are one movement of the hand: they are said one by one and confirmed at once.
"""

EQUIPMENT_CLAUSES = (
    "second_deck", "backs", "one_in_play", "alternate", "rack", "open", "each_deck", "shuffle",
    "cut", "idle", "mode", "device", "load", "reconcile", "stub", "count", "right_count",
    "wrong_count", "counting_shuffler", "void_turn",
)  # fmt: skip
"""What may be demanded of equipment, each by a clause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChecklistStep:
    """One thing that is done and confirmed."""

    id: str
    words: str
    clause: str
    role: str
    """The least role that may confirm it, a rung of the ladder."""
    needs_reference: bool = False
    """Whether it says under which outside paper it was done (I-50)."""
    other_than: str | None = None
    """The step before it that another person must have confirmed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Checklist:
    """Steps in their order, for each deck separately."""

    id: str
    title: str
    clause: str
    when: str
    is_condition: bool
    """Whether play waits for it; elsewhere it is only put on record."""
    steps: tuple[ChecklistStep, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EquipmentRules:
    """What a rulebook says of decks, devices and the steps that ready them.

    All of it may be absent: then nothing is demanded, and the cards are dealt as they come.
    """

    most_decks: int = 1
    clauses: Mapping[str, str] = field(default_factory=dict)
    """What is demanded, by name or by name and dealing method; what is absent is not demanded."""
    checklists: Mapping[str, Checklist] = field(default_factory=dict)
    counted: tuple[str, ...] = ()
    """Wagers whose chips are collected and counted before the deal."""
    modes: Mapping[str, str] = field(default_factory=dict)
    """Wagers that may be offered only while the shuffler is in a mode of its own."""
    notices: Mapping[str, str] = field(default_factory=dict)
    """Wagers that are withdrawn from the table only after notice, with the clause."""
    notices_serve_once: bool = False
    """Whether a wager that was withdrawn upon a notice needs another the next time (I-50)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """One printed table layout and the numbers of positions it comes with."""

    id: str
    clause: str
    least: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PayoutLimit:
    """A payout limit the house may set: on what, and not below what."""

    clause: str
    group: str
    floor: Money
    times_least_bet: int
    times_least_bet_two_positions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rulebook:
    """One approved text as data."""

    id: str
    title: str
    authority: str
    edition: str
    effective: str | None
    currency: str
    source: str
    game: str
    family: str
    digest: str
    hand_cards: int
    community_cards: int
    dealer_cards: int
    hands_per_player: str
    """`one`, `two_adjacent` (if the option allows) or `several`."""
    shared_areas: bool
    may_decline: bool
    may_end_without: str
    """What may stay undealt or unseen: `nothing`, `community` cards where no progressive wager
    stands, or `all_when_folded`."""
    capped: bool
    """Over-maximum wagers are settled at the maximum; elsewhere the table keeps its limits."""
    draws: tuple[str, ...]
    procedure: Mapping[str, str]
    roles: tuple[str, ...]
    layouts: tuple[Layout, ...]
    wagers: Mapping[str, WagerRule]
    decisions: Mapping[str, DecisionRule]
    dealing: Mapping[str, DealingMethod]
    paytables: Mapping[str, Paytable]
    payments: Mapping[str, str]
    """Payments that are no wagers of their own, and their titles."""
    conditions: Mapping[str, str]
    options: Mapping[str, OptionRule]
    settings: Mapping[str, SettingRule]
    citations: Mapping[str, Citation]
    payout_limit: PayoutLimit | None
    irregularities: Mapping[str, IrregularityRule]
    discretion: Mapping[str, Discretion]
    equipment: EquipmentRules
    rules: Mapping[str, Rule]
    code: GameCode | None = None
    """What it is played by, where the game does not come with pitboss; the digest covers it."""

    @property
    def main_wagers(self) -> tuple[str, ...]:
        """The wagers that make a hand: those required, or else the first that stands alone."""
        required = tuple(rule.id for rule in self.wagers.values() if rule.required)
        return required or tuple(rule.id for rule in self.wagers.values() if not rule.needs)[:1]

    @property
    def least_positions(self) -> int:
        """The fewest positions any layout comes with."""
        return min(layout.least for layout in self.layouts)

    @property
    def most_positions(self) -> int:
        """The most positions any layout comes with."""
        return max(layout.most for layout in self.layouts)

    @property
    def decided_on(self) -> frozenset[str]:
        """The wagers that players are asked about."""
        return frozenset(wager for one in self.decisions.values() for wager in one.asked_of)

    def is_lost_by_folding(self, wager: str) -> bool:
        """Whether a fold ends a wager; others still stand beside it (I-63, I-76)."""
        return f"{wager}.fold" in self.citations
