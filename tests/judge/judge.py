"""An independent settlement of pitboss-round/1 records, slow and obvious on purpose.

The product is compared with this file on many thousands of rounds. It is therefore written
without looking at the product, it shares no code or data with it, and wherever there was a choice
between fast and plain it is plain: hands are ranked by counting, the best five of seven cards are
found by trying all twenty-one, money is integer cents, percentages are exact fractions.

The file reads from top to bottom: the figures, the poker, the reading of a record (which refuses
impossible rounds, naming every problem), the awards from the meters, then one settlement function
for each of the three games.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.judge.rule_ids import RULE_IDS

R000 = "mbs-megalink-let-it-ride-v2"
R001 = "mbs-let-it-ride-v3"
R002 = "mbs-megalink-holdem-v9"
R003 = "mbs-megalink-three-card-v6"
R004 = "mgc-let-it-ride"
RULEBOOKS = (R000, R001, R002, R003, R004)
LET_IT_RIDE = (R000, R001, R004)


class Refused(Exception):
    """The record is not a possible round. `reasons` holds every problem that was found."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__("; ".join(reasons))
        self.reasons = reasons


# ---------------------------------------------------------------------------------------------
# The figures
# ---------------------------------------------------------------------------------------------

# Five-card classes.
ROYAL, SF, QUADS, FULL_HOUSE, FLUSH, STRAIGHT, TRIPS, TWO_PAIRS, PAIR, NOTHING = range(9, -1, -1)

# Three-card classes, in the order of the three card game: a straight is above a flush.
SF3, TRIPS3, STRAIGHT3, FLUSH3, PAIR3, NOTHING3 = range(5, -1, -1)

# An entry of a paytable is (kind, number): ("to", 8) is 8 to 1, ("for", 40) is 40 for 1,
# ("dollars", 200_000) is that many cents whatever the stake.
Pays = tuple[str, int]

BASE: dict[int, Pays] = {
    ROYAL: ("to", 1000),
    SF: ("to", 200),
    QUADS: ("to", 50),
    FULL_HOUSE: ("to", 11),
    FLUSH: ("to", 8),
    STRAIGHT: ("to", 5),
    TRIPS: ("to", 3),
    TWO_PAIRS: ("to", 2),
    PAIR: ("to", 1),  # tens or better only; the code below looks at the rank
}

# A progressive table: hand class -> ("percent", 10, "jackpot"), or an ordinary entry and no meter.
ProgressiveRow = tuple[str, int, str]

_LADDER_001: dict[int, ProgressiveRow] = {
    QUADS: ("to", 300, ""),
    FULL_HOUSE: ("to", 50, ""),
    FLUSH: ("to", 40, ""),
    STRAIGHT: ("to", 30, ""),
    TRIPS: ("to", 9, ""),
}
_LADDER_004: dict[int, ProgressiveRow] = {
    QUADS: ("for", 300, ""),
    FULL_HOUSE: ("for", 50, ""),
    FLUSH: ("for", 40, ""),
    STRAIGHT: ("for", 30, ""),
    TRIPS: ("for", 9, ""),
}
_ONE_METER: dict[int, ProgressiveRow] = {
    ROYAL: ("percent", 100, "jackpot"),
    SF: ("percent", 10, "jackpot"),
}

PROGRESSIVE: dict[str, dict[int, ProgressiveRow]] = {
    R000: {
        **_ONE_METER,
        QUADS: ("to", 500, ""),
        FULL_HOUSE: ("to", 100, ""),
        FLUSH: ("to", 50, ""),
    },
    R001: {**_ONE_METER, **_LADDER_001},
    R002: {
        **_ONE_METER,
        QUADS: ("for", 400, ""),
        FULL_HOUSE: ("for", 80, ""),
        FLUSH: ("for", 40, ""),
        STRAIGHT: ("for", 20, ""),
    },
    R003: {
        **_ONE_METER,
        QUADS: ("dollars", 2_000_00, ""),
        FULL_HOUSE: ("dollars", 200_00, ""),
        FLUSH: ("dollars", 100_00, ""),
    },
    "TABLE1": {**_ONE_METER, **_LADDER_004},
    "PTMGL01": {**_ONE_METER, **_LADDER_004},
    "PTMGL02": {**_ONE_METER, **_LADDER_004},
    "PTMGL03": {
        ROYAL: ("percent", 100, "jackpot"),  # no row of its own: it is paid as a straight flush
        SF: ("percent", 100, "jackpot"),
        **_LADDER_004,
    },
    "PTMGLML01": {
        ROYAL: ("percent", 100, "major"),
        SF: ("percent", 100, "minor"),
        **_LADDER_004,
    },
    "PTMGLML02": {
        **_LADDER_004,
        ROYAL: ("percent", 100, "mega"),
        SF: ("percent", 100, "major"),
        QUADS: ("percent", 100, "minor"),
        TRIPS: ("for", 10, ""),
    },
    "PTMGLML03": {
        **_LADDER_004,
        ROYAL: ("percent", 100, "mega"),
        SF: ("percent", 100, "major"),
        QUADS: ("percent", 100, "minor"),
    },
}

# Envy in cents for a royal flush and for a straight flush.
ENVY: dict[str, dict[int, int]] = {
    R001: {ROYAL: 1_000_00, SF: 300_00},
    "TABLE1": {ROYAL: 1_000_00, SF: 300_00},
    "PTMGL01": {ROYAL: 1_000_00, SF: 300_00},
    "PTMGL02": {ROYAL: 5_000_00, SF: 1_500_00},
    "PTMGL03": {ROYAL: 250_00, SF: 250_00},
    "PTMGLML01": {ROYAL: 1_000_00, SF: 300_00},
    "PTMGLML02": {ROYAL: 1_000_00, SF: 300_00},
    "PTMGLML03": {ROYAL: 1_000_00, SF: 300_00},
}

MAGIC_CARD: Pays = ("to", 5)
LUCKY_PLAYER: Pays = ("to", 5)

ANTE_BONUS: dict[int, Pays] = {SF3: ("to", 5), TRIPS3: ("to", 4), STRAIGHT3: ("to", 1)}
PAIR_PLUS: dict[int, Pays] = {
    SF3: ("to", 40),
    TRIPS3: ("to", 30),
    STRAIGHT3: ("to", 5),
    FLUSH3: ("to", 4),
    PAIR3: ("to", 1),
}

BONUS_004: dict[int, Pays] = {
    ROYAL: ("dollars", 25_000_00),
    SF: ("dollars", 2_500_00),
    QUADS: ("dollars", 400_00),
    FULL_HOUSE: ("dollars", 200_00),
    FLUSH: ("dollars", 50_00),
    STRAIGHT: ("dollars", 25_00),
    TRIPS: ("dollars", 5_00),
}

# Three card bonus: mini-royal, straight flush, three of a kind, straight, flush, pair. Tables A
# to C print no figure for the mini-royal, which is then a straight flush like any other.
THREE_CARD_BONUS: dict[str, tuple[int, int, int, int, int, int]] = {
    "A": (40, 40, 30, 6, 4, 1),
    "B": (40, 40, 30, 5, 4, 1),
    "C": (40, 40, 30, 6, 3, 1),
    "D": (50, 40, 30, 6, 4, 1),
    "E": (50, 40, 30, 5, 4, 1),
    "F": (50, 40, 30, 6, 3, 1),
}

# Cover All: for each number of hands dealt, royal flush down to three of a kind.
COVER_ALL: dict[int, tuple[int, int, int, int, int, int, int]] = {
    7: (90, 40, 20, 10, 7, 4, 3),
    6: (100, 50, 30, 15, 10, 5, 3),
    5: (150, 60, 35, 17, 11, 6, 4),
    4: (200, 70, 40, 20, 15, 8, 5),
    3: (250, 80, 50, 25, 20, 10, 7),
    2: (300, 100, 80, 40, 30, 15, 11),
    1: (500, 200, 150, 100, 70, 30, 20),
}

METERS: dict[str, tuple[str, ...]] = {
    R000: ("jackpot",),
    R001: ("jackpot",),
    R002: ("jackpot",),
    R003: ("jackpot",),
    "TABLE1": ("jackpot",),
    "PTMGL01": ("jackpot",),
    "PTMGL02": ("jackpot",),
    "PTMGL03": ("jackpot",),
    "PTMGLML01": ("major", "minor"),
    "PTMGLML02": ("mega", "major", "minor"),
    "PTMGLML03": ("mega", "major", "minor"),
}

# Wagers placed before the deal, in the order in which their lines are printed.
PLACED: dict[str, tuple[str, ...]] = {
    R000: ("1", "2", "$", "progressive"),
    R001: ("1", "2", "$", "progressive"),
    R002: ("ante", "bonus", "progressive"),
    R003: ("ante", "pair_plus", "progressive"),
    R004: ("1", "2", "$", "progressive", "bonus", "three_card_bonus", "cover_all"),
}

# option -> (values with the default first, rulebooks that have it). A default of None is "none".
OPTIONS: dict[str, tuple[tuple[Any, ...], tuple[str, ...]]] = {
    "three_card_bonus_table": ((None, "A", "B", "C", "D", "E", "F"), (R004,)),
    "progressive_table": (
        (
            "TABLE1",
            "PTMGL01",
            "PTMGL02",
            "PTMGL03",
            "PTMGLML01",
            "PTMGLML02",
            "PTMGLML03",
        ),
        (R004,),
    ),
    "ptmglml02_seeds_confirmed": ((False, True), (R004,)),
    "payout_limit": ((None,), (R004,)),  # any money; read separately
    "allow_two_positions": ((False, True), (R004,)),
    "bonus_survives_losing_hand": ((True, False), (R002,)),
    "dealer_qualifies": (("queen_high_or_better", "contains_queen_or_higher"), (R003,)),
    "decline_when_dealer_not_qualified": (("pay_ante", "lose_all"), (R003,)),
    "progressive_to1_returns_stake": ((True, False), (R000, R001)),
    "fixed_or_percent_returns_stake": ((False, True), RULEBOOKS),
    "award_rounding": (("floor", "half_up", "ceil"), RULEBOOKS),
    "sf_multi": (("successive_equal", "seed_based"), RULEBOOKS),
    "multi_winner": (("equal_pool", "settlement_order"), LET_IT_RIDE),
    "envy_multiple": ((True, False), (R001, R004)),
    "envy_trigger_needs_progressive": ((False, True), (R001, R004)),
    "envy_scales_with_unit": ((False, True), (R004,)),
}


# ---------------------------------------------------------------------------------------------
# Poker
# ---------------------------------------------------------------------------------------------

RANK_LETTERS = "23456789TJQKA"
SUIT_LETTERS = "cdhs"


def rank(card: str) -> int:
    """2 for a deuce up to 14 for an ace."""
    return RANK_LETTERS.index(card[0]) + 2


def _grouped(ranks: Sequence[int]) -> tuple[int, ...]:
    """The ranks with the biggest groups first and, among equal groups, the highest rank first."""
    counts = Counter(ranks)
    return tuple(sorted(ranks, key=lambda r: (counts[r], r), reverse=True))


def five_card_value(cards: Sequence[str]) -> tuple[int, tuple[int, ...]]:
    """(class, tie-break) of exactly five cards; the greater value is the better hand."""
    assert len(cards) == len(set(cards)) == 5, cards
    ranks = sorted((rank(c) for c in cards), reverse=True)
    suited = len({c[1] for c in cards}) == 1
    sizes = sorted(Counter(ranks).values(), reverse=True)
    top = 0  # the rank at the top of a run, 0 when the cards are no run
    if len(set(ranks)) == 5:
        if ranks[0] - ranks[4] == 4:
            top = ranks[0]
        elif ranks == [14, 5, 4, 3, 2]:
            top = 5
    if top and suited:
        return (ROYAL if top == 14 else SF, (top,))
    if sizes == [4, 1]:
        return (QUADS, _grouped(ranks))
    if sizes == [3, 2]:
        return (FULL_HOUSE, _grouped(ranks))
    if suited:
        return (FLUSH, tuple(ranks))
    if top:
        return (STRAIGHT, (top,))
    if sizes == [3, 1, 1]:
        return (TRIPS, _grouped(ranks))
    if sizes == [2, 2, 1]:
        return (TWO_PAIRS, _grouped(ranks))
    if sizes == [2, 1, 1, 1]:
        return (PAIR, _grouped(ranks))
    return (NOTHING, tuple(ranks))


def three_card_value(cards: Sequence[str]) -> tuple[int, tuple[int, ...]]:
    """(class, tie-break) of exactly three cards; the greater value is the better hand."""
    assert len(cards) == len(set(cards)) == 3, cards
    ranks = sorted((rank(c) for c in cards), reverse=True)
    suited = len({c[1] for c in cards}) == 1
    top = 0
    if len(set(ranks)) == 3:
        if ranks[0] - ranks[2] == 2:
            top = ranks[0]
        elif ranks == [14, 3, 2]:
            top = 3
    if top and suited:
        return (SF3, (top,))
    if len(set(ranks)) == 1:
        return (TRIPS3, _grouped(ranks))
    if top:
        return (STRAIGHT3, (top,))
    if suited:
        return (FLUSH3, tuple(ranks))
    if len(set(ranks)) == 2:
        return (PAIR3, _grouped(ranks))
    return (NOTHING3, tuple(ranks))


def best_of_seven(cards: Sequence[str]) -> tuple[int, tuple[int, ...]]:
    """The best value among all twenty-one choices of five cards out of seven."""
    assert len(cards) == len(set(cards)) == 7, cards
    return max(five_card_value(five) for five in itertools.combinations(cards, 5))


def hole_card_bonus(player: Sequence[str], dealer: Sequence[str]) -> int:
    """The hold'em bonus odds for two hole cards, 0 when they pay nothing."""
    letters = {player[0][0], player[1][0]}
    suited = player[0][1] == player[1][1]
    if letters == {"A"}:
        return 1000 if {c[0] for c in dealer} == {"A"} else 30
    if letters == {"A", "K"}:
        return 25 if suited else 15
    if letters in ({"A", "Q"}, {"A", "J"}):
        return 20 if suited else 5
    if letters in ({"K"}, {"Q"}, {"J"}):
        return 10
    if len(letters) == 1:
        return 3
    return 0


# ---------------------------------------------------------------------------------------------
# Money
# ---------------------------------------------------------------------------------------------

_MONEY = re.compile(r"[0-9]+\.[0-9][0-9]")


def to_cents(text: str) -> int:
    """Cents of a money string that is known to be well formed."""
    whole, part = text.split(".")
    return int(whole) * 100 + int(part)


def to_money(amount: int) -> str:
    """A money string, with a minus sign in front of a negative amount."""
    sign = "-" if amount < 0 else ""
    return f"{sign}{abs(amount) // 100}.{abs(amount) % 100:02d}"


def dollars_text(amount: int) -> str:
    """A fixed award as it is spelled in `odds`: $2,000.00."""
    return f"${amount // 100:,}.{amount % 100:02d}"


def rounded(exact: Fraction, how: str) -> int:
    """A whole number of cents by the round's award_rounding."""
    if how == "floor":
        return math.floor(exact)
    if how == "ceil":
        return math.ceil(exact)
    assert how == "half_up", how
    return math.floor(exact + Fraction(1, 2))


# ---------------------------------------------------------------------------------------------
# Reading a record
# ---------------------------------------------------------------------------------------------


@dataclass
class Seat:
    """One betting position of a round that has been read and found possible."""

    number: int
    player: str
    cards: list[str]
    stakes: dict[str, int]  # every wager in the order of its line, follow-ups included
    decisions: dict[str, str]
    exposed: bool
    removed: bool
    orphan: bool  # a progressive wager with no wager it could accompany
    shares: dict[str, list[tuple[str, int]]]


@dataclass
class Level:
    """One progressive meter during the settlement."""

    before: int
    reset: int
    now: int
    awarded: int = 0
    put_in: int = 0


@dataclass
class Round:
    """A record that is a possible round."""

    rulebook: str
    options: dict[str, Any]
    positions: int
    limits: dict[str, tuple[int, int]]
    unit: int | None
    levels: dict[str, Level]
    community: list[str]
    dealer: list[str]
    magic_card: str | None
    lucky_seat: int | None
    void: bool
    seats: list[Seat] = field(default_factory=list)

    @property
    def table(self) -> str:
        """The key of the progressive table in force."""
        return str(self.options["progressive_table"]) if self.rulebook == R004 else self.rulebook


class _Reader:
    """Reads one record and collects everything that is wrong with it."""

    def __init__(self, record: Any) -> None:
        self.record = record
        self.problems: list[str] = []

    def bad(self, text: str) -> None:
        self.problems.append(text)

    def money(self, value: Any, where: str, positive: bool = False) -> int | None:
        if not isinstance(value, str) or not _MONEY.fullmatch(value):
            self.bad(f"{where}: {value!r} is not money (digits, a point and two digits)")
            return None
        amount = to_cents(value)
        if positive and amount == 0:
            self.bad(f"{where}: zero")
            return None
        return amount

    def card(self, value: Any, where: str) -> str | None:
        if (
            isinstance(value, str)
            and len(value) == 2
            and value[0] in RANK_LETTERS
            and value[1] in SUIT_LETTERS
        ):
            return value
        self.bad(f"{where}: {value!r} is not a card")
        return None

    def cards(self, value: Any, where: str) -> list[str]:
        if not isinstance(value, list):
            self.bad(f"{where}: {value!r} is not a list of cards")
            return []
        found = [self.card(item, where) for item in value]
        return [card for card in found if card is not None]

    def mapping(self, value: Any, where: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            self.bad(f"{where}: {value!r} is not an object")
            return {}
        return value

    def whole(self, value: Any, low: int, high: int, where: str) -> int | None:
        if isinstance(value, bool) or not isinstance(value, int):
            self.bad(f"{where}: {value!r} is not a whole number")
            return None
        if not low <= value <= high:
            self.bad(f"{where}: {value} is not between {low} and {high}")
            return None
        return value

    def rule(self, value: Any, rulebook: str, where: str) -> None:
        if not isinstance(value, str) or value not in RULE_IDS[rulebook]:
            self.bad(f"{where}: {value!r} is no rule of {rulebook}")

    # -- the parts of a record ---------------------------------------------------------------

    def options(self, rulebook: str) -> dict[str, Any]:
        chosen: dict[str, Any] = {
            name: values[0] for name, (values, books) in OPTIONS.items() if rulebook in books
        }
        given = self.record.get("options")
        if given is None:
            return chosen
        for name, value in self.mapping(given, "options").items():
            if name not in chosen:
                self.bad(f"options: {name!r} is no option of {rulebook}")
            elif value is None:
                continue
            elif name == "payout_limit":
                chosen[name] = self.money(value, "options.payout_limit")
            else:
                values = OPTIONS[name][0]
                kind = bool if isinstance(values[-1], bool) else str
                if isinstance(value, kind) and value in values:
                    chosen[name] = value
                else:
                    self.bad(f"options: {name} cannot be {value!r}")
        if (
            chosen.get("progressive_table") == "PTMGLML02"
            and not chosen["ptmglml02_seeds_confirmed"]
        ):
            self.bad("options: PTMGLML02 needs ptmglml02_seeds_confirmed")
        return chosen

    def limits(self, table: dict[str, Any], rulebook: str) -> dict[str, tuple[int, int]]:
        given = table.get("limits")
        if given is None:
            return {}
        allowed = {"base" if name in ("1", "2", "$") else name for name in PLACED[rulebook]}
        limits: dict[str, tuple[int, int]] = {}
        for name, pair in self.mapping(given, "table.limits").items():
            where = f"table.limits.{name}"
            if name not in allowed:
                self.bad(f"{where}: no such wager before the deal")
                continue
            if not isinstance(pair, list) or len(pair) != 2:
                self.bad(f"{where}: a minimum and a maximum are needed")
                continue
            low, high = self.money(pair[0], where), self.money(pair[1], where)
            if low is None or high is None:
                continue
            if low > high:
                self.bad(f"{where}: the minimum is above the maximum")
            else:
                limits[name] = (low, high)
        return limits

    def link(self, rulebook: str, table_name: str) -> tuple[int | None, dict[str, Level]]:
        given = self.record.get("link")
        if given is None:
            return None, {}
        link = self.mapping(given, "link")
        unit = self.money(link.get("unit"), "link.unit", positive=True)
        if table_name == "TABLE1" and unit is not None and unit != 100:
            self.bad("link.unit: TABLE1 is a 1.00 wager")
        meters = self.mapping(link.get("meters"), "link.meters")
        needed = METERS[table_name]
        levels: dict[str, Level] = {}
        for name in meters:
            if name not in needed:
                self.bad(f"link.meters: {name!r} is no level of {table_name}")
        for name in needed:
            if name not in meters:
                self.bad(f"link.meters: level {name} is missing")
                continue
            meter = self.mapping(meters[name], f"link.meters.{name}")
            amount = self.money(meter.get("amount"), f"link.meters.{name}.amount")
            reset = self.money(meter.get("reset"), f"link.meters.{name}.reset")
            if amount is not None and reset is not None:
                levels[name] = Level(before=amount, reset=reset, now=amount)
        return unit, levels

    def draws(self, rulebook: str, positions: int | None) -> tuple[str | None, int | None]:
        given = self.record.get("draws")
        if given is None:
            return None, None
        draws = self.mapping(given, "draws")
        if draws and rulebook != R000:
            self.bad(f"draws: there are none in {rulebook}")
            return None, None
        for name in draws:
            if name not in ("magic_card", "lucky_seat"):
                self.bad(f"draws: {name!r} is unknown")
        magic, lucky = draws.get("magic_card"), draws.get("lucky_seat")
        if magic is not None:
            magic = self.card(magic, "draws.magic_card")
        if lucky is not None:
            lucky = self.whole(lucky, 1, positions or 7, "draws.lucky_seat")
        return magic, lucky

    def wagers(self, given: Any, rulebook: str, where: str) -> dict[str, int]:
        stakes: dict[str, int] = {}
        wagers = self.mapping(given, f"{where} wagers")
        for name in wagers:
            if name not in PLACED[rulebook]:
                self.bad(f"{where}: {name!r} is no wager placed before the deal in {rulebook}")
        for name in PLACED[rulebook]:
            if name in wagers:
                amount = self.money(wagers[name], f"{where} {name}", positive=True)
                # A stake that cannot be read still counts as placed, so that one problem is
                # not reported as several.
                stakes[name] = -1 if amount is None else amount
        return stakes

    def decisions(
        self, given: Any, stakes: dict[str, int], rulebook: str, stopped: bool, where: str
    ) -> dict[str, str]:
        decisions = self.mapping(given, f"{where} decisions")
        known: dict[str, tuple[str, str]]
        needed: tuple[str, ...]
        if rulebook in LET_IT_RIDE:
            known = {"1": ("ride", "withdraw"), "2": ("ride", "withdraw")}
            needed = ("1", "2")
        elif rulebook == R003:
            known = {"play": ("play", "fold")} if "ante" in stakes else {}
            needed = ("play",) if "ante" in stakes else ()
        else:
            known = {"flop": ("bet", "fold"), "turn": ("bet", "check"), "river": ("bet", "check")}
            needed = ("flop",)
            if "ante" not in stakes:
                known, needed = {}, ()
        found: dict[str, str] = {}
        for name, value in decisions.items():
            if name not in known:
                self.bad(f"{where}: there is no decision {name!r} here")
            elif not isinstance(value, str) or value not in known[name]:
                self.bad(f"{where}: {name} cannot be {value!r}")
            else:
                found[name] = value
        for name in needed:
            if name not in decisions and not stopped:
                self.bad(f"{where}: decision {name} is missing")
        if rulebook == R002 and ("turn" in decisions or "river" in decisions):
            if found.get("flop") == "fold":
                self.bad(f"{where}: a decision after fold")
            elif stopped and "flop" not in decisions:
                self.bad(f"{where}: a turn or river decision without the flop decision")
        return found

    def shares(
        self, given: Any, stakes: dict[str, int], rulebook: str, where: str
    ) -> dict[str, list[tuple[str, int]]]:
        found: dict[str, list[tuple[str, int]]] = {}
        if given is None:
            return found
        if rulebook in LET_IT_RIDE:
            self.bad(f"{where}: areas are not shared in {rulebook}")
            return found
        for name, entries in self.mapping(given, f"{where} shares").items():
            here = f"{where} shares of {name}"
            if name not in stakes or name == "progressive":
                self.bad(f"{here}: no such shared wager")
                continue
            if not isinstance(entries, list) or not entries:
                self.bad(f"{here}: a list of players and stakes is needed")
                continue
            people: list[tuple[str, int]] = []
            for entry in entries:
                item = self.mapping(entry, here)
                person = item.get("player")
                amount = self.money(item.get("stake"), here, positive=True)
                if not isinstance(person, str) or not person:
                    self.bad(f"{here}: {person!r} names nobody")
                elif amount is not None:
                    people.append((person, amount))
            if len({person for person, _ in people}) != len(people):
                self.bad(f"{here}: a player is named twice")
            if len(people) == len(entries) and sum(a for _, a in people) != stakes[name]:
                self.bad(f"{here}: the shares do not add up to the stake")
            found[name] = people
        return found

    def seat(
        self, given: Any, rulebook: str, positions: int | None, unit: int | None, void: bool
    ) -> Seat | None:
        if not isinstance(given, dict):
            self.bad(f"seats: {given!r} is not an object")
            return None
        number = self.whole(given.get("seat"), 1, positions or 7, "seat number")
        where = f"seat {number}"
        player = given.get("player")
        if not isinstance(player, str) or not player:
            self.bad(f"{where}: player {player!r} names nobody")
            player = ""
        removed = given.get("removed") is not None
        if removed:
            self.rule(given["removed"], rulebook, f"{where} removed")
        stopped = void or removed
        stakes = self.wagers(given.get("wagers"), rulebook, where)
        orphan = False
        if rulebook in LET_IT_RIDE:
            base = [stakes[name] for name in ("1", "2", "$") if name in stakes]
            if len(base) < 3:
                self.bad(f"{where}: the three bets 1, 2 and $ are needed")
            elif len(set(base)) > 1 and -1 not in base:
                self.bad(f"{where}: the three bets are not equal")
            if rulebook == R004 and stakes.get("bonus", 100) not in (100, -1):
                self.bad(f"{where}: the bonus wager is 1.00")
        else:
            entry = ("ante",) if rulebook == R002 else ("ante", "pair_plus")
            if not any(name in stakes for name in entry):
                if set(stakes) == {"progressive"}:
                    orphan = True
                else:
                    self.bad(f"{where}: {' or '.join(entry)} is needed")
        self.progressive_size(stakes.get("progressive"), rulebook, unit, where)
        decisions = self.decisions(given.get("decisions", {}), stakes, rulebook, stopped, where)
        exposed = given.get("exposed", True)
        if not isinstance(exposed, bool):
            self.bad(f"{where}: exposed is true or false")
            exposed = True
        elif not exposed and rulebook in LET_IT_RIDE:
            self.bad(f"{where}: nobody declines to show a hand in {rulebook}")
        if "cards" not in given:
            self.bad(f"{where}: cards are missing")
        cards = self.cards(given.get("cards", []), f"{where} cards")
        dealt = given.get("cards")
        size = 0 if orphan else 2 if rulebook == R002 else 3
        if isinstance(dealt, list) and len(dealt) != size and (orphan or not stopped):
            self.bad(f"{where}: {size} cards are needed, not {len(dealt)}")
        if "ante" in stakes:
            ante = stakes["ante"]
            if decisions.get("play") == "play":
                stakes["play"] = ante
            if decisions.get("flop") == "bet":
                stakes["flop"] = 2 * ante
                if decisions.get("turn") == "bet":
                    stakes["turn"] = ante
                if decisions.get("river") == "bet":
                    stakes["river"] = ante
        shares = self.shares(given.get("shares"), stakes, rulebook, where)
        if number is None:
            return None
        return Seat(number, player, cards, stakes, decisions, exposed, removed, orphan, shares)

    def progressive_size(
        self, stake: int | None, rulebook: str, unit: int | None, where: str
    ) -> None:
        if stake is None:
            return
        if self.record.get("link") is None:
            self.bad(f"{where}: a progressive wager without a link")
            return
        if unit is None or stake < 0:
            return
        units = Fraction(stake, unit)
        if rulebook == R000:
            fits = units.denominator == 1
        elif rulebook == R002:
            fits = units in (1, 2, 3, 4, 5)
        else:
            fits = units == 1
        if not fits:
            self.bad(f"{where}: the progressive wager is {units} units")

    def people(self, seats: list[Seat], rulebook: str, options: dict[str, Any]) -> None:
        places: dict[str, list[int]] = {}
        for seat in seats:
            if seat.player:
                places.setdefault(seat.player, []).append(seat.number)
        if rulebook in (R002, R003):
            return
        for person, numbers in places.items():
            if len(numbers) == 1:
                continue
            adjacent = len(numbers) == 2 and abs(numbers[0] - numbers[1]) == 1
            if rulebook == R004 and options["allow_two_positions"] and adjacent:
                continue
            self.bad(f"{person} cannot hold seats {sorted(numbers)}")

    def table_cards(
        self, rulebook: str, community: Any, dealer: Any, seats: list[Seat], void: bool
    ) -> None:
        if void:
            return
        live = [seat for seat in seats if not seat.removed and not seat.orphan]
        standing = any("progressive" in seat.stakes for seat in live)
        shown, held = len(community), len(dealer)
        if rulebook in LET_IT_RIDE:
            good_shown, good_held = {2}, {0}
        elif rulebook == R003:
            good_shown, good_held = ({2} if standing else {0, 2}), {3}
        elif all(seat.decisions.get("flop") == "fold" for seat in live):
            good_shown, good_held = ({3, 5} if standing else {0, 3, 5}), {0, 2}
        else:
            good_shown, good_held = {5}, {2}
        if shown not in good_shown:
            self.bad(f"community: {shown} cards, {sorted(good_shown)} are possible")
        if held not in good_held:
            self.bad(f"dealer: {held} cards, {sorted(good_held)} are possible")

    # -- the whole -----------------------------------------------------------------------------

    def read(self) -> Round:
        record = self.record
        if not isinstance(record, dict):
            raise Refused(["the record is not an object"])
        if record.get("format") != "pitboss-round/1":
            self.bad(f"format: {record.get('format')!r} is unknown")
        rulebook = record.get("rulebook")
        if not isinstance(rulebook, str) or rulebook not in RULEBOOKS:
            raise Refused([*self.problems, f"rulebook: {rulebook!r} is unknown"])
        void = record.get("void") is not None
        if void:
            self.rule(record["void"], rulebook, "void")
        options = self.options(rulebook)
        table = self.mapping(record.get("table"), "table")
        positions = self.whole(
            table.get("positions"), 5 if rulebook == R003 else 1, 7, "table.positions"
        )
        limits = self.limits(table, rulebook)
        if options.get("payout_limit") is not None:
            times = 3600 if options["allow_two_positions"] else 3000
            floor = max(50_000_00, times * limits.get("base", (0, 0))[0])
            if options["payout_limit"] < floor:
                self.bad(f"options.payout_limit: under the floor of {to_money(floor)}")
        table_name = str(options["progressive_table"]) if rulebook == R004 else rulebook
        unit, levels = self.link(rulebook, table_name)
        magic, lucky = self.draws(rulebook, positions)
        cards = self.mapping(record.get("cards"), "cards")
        community = self.cards(cards.get("community", []), "community")
        dealer = self.cards(cards.get("dealer", []), "dealer")
        given = record.get("seats")
        seats: list[Seat] = []
        if not isinstance(given, list) or not given:
            self.bad("seats: at least one seat is needed")
        else:
            found = [self.seat(item, rulebook, positions, unit, void) for item in given]
            seats = [seat for seat in found if seat is not None]
            for number, times in Counter(seat.number for seat in seats).items():
                if times > 1:
                    self.bad(f"seat {number} appears {times} times")
            self.people(seats, rulebook, options)
            self.table_cards(rulebook, community, dealer, seats, void)
        seen = community + dealer + [card for seat in seats for card in seat.cards]
        for card, times in Counter(seen).items():
            if times > 1:
                self.bad(f"card {card} appears {times} times")
        three_card_bonus = any("three_card_bonus" in seat.stakes for seat in seats)
        if three_card_bonus and options["three_card_bonus_table"] is None:
            self.bad("options.three_card_bonus_table is needed for a three card bonus wager")
        if self.problems:
            raise Refused(self.problems)
        assert positions is not None
        seats.sort(key=lambda seat: seat.number)
        return Round(
            rulebook,
            options,
            positions,
            limits,
            unit,
            levels,
            community,
            dealer,
            magic,
            lucky,
            void,
            seats,
        )


# ---------------------------------------------------------------------------------------------
# Settlement
# ---------------------------------------------------------------------------------------------


@dataclass
class Line:
    """One line of a settlement, in cents."""

    wager: str
    stake: int
    outcome: str
    winnings: int = 0
    returned: int = 0
    odds: str | None = None
    from_seat: int | None = None


@dataclass
class Award:
    """What a progressive wager's hand earns: the payment and the row that pays it."""

    kind: str
    winnings: int
    odds: str


def win(wager: str, stake: int, odds: int, at_risk: int | None = None) -> Line:
    """A wager won at `odds` to 1 on the part at risk; the whole stake goes back."""
    paid_on = stake if at_risk is None else at_risk
    return Line(wager, stake, "win", odds * paid_on, stake, f"{odds} to 1")


def lose(wager: str, stake: int, at_risk: int | None = None) -> Line:
    """A wager lost; what exceeds the part at risk goes back."""
    return Line(wager, stake, "lose", 0, stake - (stake if at_risk is None else at_risk))


def give_back(wager: str, stake: int, outcome: str) -> Line:
    """A wager neither won nor lost."""
    return Line(wager, stake, outcome, 0, stake)


def extra(wager: str, winnings: int, odds: str, from_seat: int | None = None) -> Line:
    """A payment that is not the result of a wager of its own."""
    return Line(wager, 0, "win", winnings, 0, odds, from_seat)


def progressive_hand(this: Round, seat: Seat) -> int:
    """The class of the five cards a progressive wager is about."""
    shared = this.community[:3] if this.rulebook == R002 else this.community
    return five_card_value(seat.cards + shared)[0]


def progressive_awards(this: Round) -> dict[int, Award]:
    """What each seat's progressive wager earns by its hand, seat number -> award.

    Moves the meters. All hands are looked at before any percentage is taken, lower percentage
    awards come before a 100% award on the same meter, and several winners share.
    """
    rows = PROGRESSIVE[this.table]
    awards: dict[int, Award] = {}
    claims: dict[str, list[tuple[Seat, int, int]]] = {name: [] for name in this.levels}
    for seat in this.seats:
        if "progressive" not in seat.stakes or seat.orphan or seat.removed or not seat.exposed:
            continue
        hand = progressive_hand(this, seat)
        if hand not in rows:
            continue
        kind, number, meter = rows[hand]
        stake = seat.stakes["progressive"]
        if kind == "percent":
            claims[meter].append((seat, hand, number))
        elif kind == "dollars":
            awards[seat.number] = Award(kind, number, dollars_text(number))
        else:
            awards[seat.number] = Award(kind, number * stake, f"{number} {kind} 1")

    how = this.options["award_rounding"]
    for name, level in this.levels.items():
        if this.options.get("multi_winner") == "settlement_order":
            in_order = sorted(claims[name], key=lambda c: (c[1] == ROYAL, -c[0].number))
            for seat, _, percent in in_order:
                if percent == 100:
                    amount, level.now = level.now, level.reset
                    level.put_in += level.reset
                else:
                    amount = rounded(Fraction(level.now * percent, 100), how)
                    level.now -= amount
                level.awarded += amount
                awards[seat.number] = Award("percent", amount, f"{percent}%")
            continue
        tens = [seat for seat, _, percent in claims[name] if percent == 10]
        if tens:
            n = len(tens)
            if this.options["sf_multi"] == "seed_based":
                pool = Fraction(level.now, 10) + (n - 1) * Fraction(level.reset, 10)
            else:
                pool = level.now * (1 - Fraction(9, 10) ** n)
            share = rounded(pool / n, how)
            level.now -= n * share
            level.awarded += n * share
            for seat in tens:
                awards[seat.number] = Award("percent", share, "10%")
        whole = [seat for seat, _, percent in claims[name] if percent == 100]
        if whole:
            n = len(whole)
            all_of_it = level.now + (n - 1) * level.reset
            share = rounded(Fraction(all_of_it, n), how)
            level.now = level.reset + all_of_it - n * share
            level.awarded += n * share
            level.put_in += n * level.reset
            for seat in whole:
                awards[seat.number] = Award("percent", share, "100%")
    return awards


def progressive_line(this: Round, seat: Seat, award: Award | None, feature: bool) -> Line:
    """The line of a progressive wager; `feature` says that Magic Card or Lucky Player pays."""
    stake = seat.stakes["progressive"]
    if seat.orphan:
        return give_back("progressive", stake, "returned")
    if award is None and not feature:
        return lose("progressive", stake)
    back = False
    if feature and this.options["progressive_to1_returns_stake"]:
        back = True
    if award is not None:
        if award.kind == "to" and this.options["progressive_to1_returns_stake"]:
            back = True
        if award.kind in ("percent", "dollars") and this.options["fixed_or_percent_returns_stake"]:
            back = True
    line = Line("progressive", stake, "win", 0, stake if back else 0)
    if award is not None:
        line.winnings, line.odds = award.winnings, award.odds
    return line


def envy_lines(this: Round, seat: Seat) -> list[Line]:
    """The envy a seat collects from royal and straight flushes of other persons."""
    amounts = ENVY.get(this.table)
    if amounts is None or "progressive" not in seat.stakes:
        return []
    triggers: list[tuple[int, int]] = []  # (class, seat number), in order of the seats
    for other in this.seats:
        if other.player == seat.player or other.removed:
            continue
        if this.options["envy_trigger_needs_progressive"] and "progressive" not in other.stakes:
            continue
        hand = progressive_hand(this, other)
        if hand in amounts:
            triggers.append((hand, other.number))
    if triggers and not this.options["envy_multiple"]:
        highest = max(hand for hand, _ in triggers)
        triggers = [next(t for t in triggers if t[0] == highest)]
    lines = []
    for hand, number in triggers:
        amount = amounts[hand]
        paid = amount
        if this.options.get("envy_scales_with_unit"):
            assert this.unit is not None
            paid = amount * this.unit // 100
        lines.append(extra("envy", paid, dollars_text(amount), number))
    return lines


def let_it_ride_lines(this: Round, seat: Seat, award: Award | None) -> list[Line]:
    """All lines of one seat in the three Let It Ride rulebooks."""
    hand, ranks = five_card_value(seat.cards + this.community)
    base = BASE.get(hand)
    if hand == PAIR and ranks[0] < 10:
        base = None
    lines: list[Line] = []
    for name in ("1", "2", "$"):
        stake = seat.stakes[name]
        if seat.decisions.get(name) == "withdraw":
            lines.append(give_back(name, stake, "withdrawn"))
        elif base is None:
            lines.append(lose(name, stake))
        else:
            lines.append(win(name, stake, base[1]))
    limit = this.options.get("payout_limit")
    if limit is not None and sum(line.winnings for line in lines) > limit:
        live = [line for line in lines if line.outcome == "win"]
        for place, line in enumerate(live):
            line.winnings = limit // len(live) + (1 if place < limit % len(live) else 0)

    features: list[Line] = []
    if this.rulebook == R000 and "progressive" in seat.stakes:
        stake = seat.stakes["progressive"]
        if this.magic_card is not None and this.magic_card in seat.cards + this.community:
            features.append(extra("magic_card", MAGIC_CARD[1] * stake, f"{MAGIC_CARD[1]} to 1"))
        if this.lucky_seat == seat.number:
            odds = LUCKY_PLAYER[1]
            features.append(extra("lucky_player", odds * stake, f"{odds} to 1"))
    if "progressive" in seat.stakes:
        lines.append(progressive_line(this, seat, award, bool(features)))

    if this.rulebook == R004:
        lines += massachusetts_side_lines(this, seat, hand)
    return lines + features + envy_lines(this, seat)


def massachusetts_side_lines(this: Round, seat: Seat, hand: int) -> list[Line]:
    """The $1 bonus, the three card bonus and Cover All."""
    lines: list[Line] = []
    if "bonus" in seat.stakes:
        stake = seat.stakes["bonus"]
        if hand in BONUS_004:
            amount = BONUS_004[hand][1]
            back = stake if this.options["fixed_or_percent_returns_stake"] else 0
            lines.append(Line("bonus", stake, "win", amount, back, dollars_text(amount)))
        else:
            lines.append(lose("bonus", stake))
    if "three_card_bonus" in seat.stakes:
        stake = seat.stakes["three_card_bonus"]
        column = THREE_CARD_BONUS[this.options["three_card_bonus_table"]]
        three, ranks = three_card_value(seat.cards)
        if three == NOTHING3:
            lines.append(lose("three_card_bonus", stake))
        elif three == SF3:
            mini_royal = ranks == (14,)
            lines.append(win("three_card_bonus", stake, column[0 if mini_royal else 1]))
        else:
            row = {TRIPS3: 2, STRAIGHT3: 3, FLUSH3: 4, PAIR3: 5}[three]
            lines.append(win("three_card_bonus", stake, column[row]))
    if "cover_all" in seat.stakes:
        stake = seat.stakes["cover_all"]
        hands_dealt = sum(bool(other.cards) for other in this.seats)
        best = max(progressive_hand(this, other) for other in this.seats if not other.removed)
        if best >= TRIPS:
            row = (ROYAL, SF, QUADS, FULL_HOUSE, FLUSH, STRAIGHT, TRIPS).index(best)
            lines.append(win("cover_all", stake, COVER_ALL[hands_dealt][row]))
        else:
            lines.append(lose("cover_all", stake))
    return lines


def at_risk(this: Round, name: str, stake: int) -> int:
    """The part of a wager that is won or lost; what is over the maximum is not."""
    multiple = {"flop": 2, "turn": 1, "river": 1, "play": 1}.get(name)
    limit = this.limits.get(name if multiple is None else "ante")
    if limit is None:
        return stake
    return min(stake, limit[1] * (multiple or 1))


def holdem_lines(this: Round, seat: Seat, award: Award | None) -> list[Line]:
    """All lines of one seat in hold'em bonus."""
    lines: dict[str, Line] = {}
    risk = {name: at_risk(this, name, stake) for name, stake in seat.stakes.items()}
    if "progressive" in seat.stakes:
        lines["progressive"] = progressive_line(this, seat, award, False)
    main = [name for name in ("ante", "flop", "turn", "river") if name in seat.stakes]
    folded = seat.decisions.get("flop") == "fold"
    if seat.orphan:
        pass
    elif folded or not seat.exposed:
        for name in [*main, "bonus"]:
            if name in seat.stakes:
                lines[name] = lose(name, seat.stakes[name], risk[name])
    else:
        mine = best_of_seven(seat.cards + this.community)
        theirs = best_of_seven(this.dealer + this.community)
        for name in main:
            stake = seat.stakes[name]
            if mine < theirs:
                lines[name] = lose(name, stake, risk[name])
            elif mine == theirs or (name == "ante" and mine[0] < STRAIGHT):
                lines[name] = give_back(name, stake, "stand_off")
            else:
                lines[name] = win(name, stake, 1, risk[name])
        if "bonus" in seat.stakes:
            odds = hole_card_bonus(seat.cards, this.dealer)
            if mine < theirs and not this.options["bonus_survives_losing_hand"]:
                odds = 0
            stake = seat.stakes["bonus"]
            if odds:
                lines["bonus"] = win("bonus", stake, odds, risk["bonus"])
            else:
                lines["bonus"] = lose("bonus", stake, risk["bonus"])
    return [lines[name] for name in seat.stakes]


def three_card_lines(this: Round, seat: Seat, award: Award | None) -> list[Line]:
    """All lines of one seat in three card poker."""
    if seat.orphan:
        return [progressive_line(this, seat, None, False)]
    lines: dict[str, Line] = {}
    stakes = seat.stakes
    risk = {name: at_risk(this, name, stake) for name, stake in stakes.items()}
    mine, theirs = three_card_value(seat.cards), three_card_value(this.dealer)
    if this.options["dealer_qualifies"] == "queen_high_or_better":
        qualified = theirs[0] > NOTHING3 or theirs[1][0] >= 12
    else:
        qualified = any(card[0] in "QKA" for card in this.dealer)

    ante_bonus: list[Line] = []
    if "ante" in stakes:
        ante = stakes["ante"]
        if "play" not in stakes:
            lines["ante"] = lose("ante", ante, risk["ante"])
        else:
            if not qualified and (
                seat.exposed or this.options["decline_when_dealer_not_qualified"] == "pay_ante"
            ):
                lines["ante"] = win("ante", ante, 1, risk["ante"])
                lines["play"] = give_back("play", stakes["play"], "returned")
            elif not seat.exposed or mine < theirs:
                for name in ("ante", "play"):
                    lines[name] = lose(name, stakes[name], risk[name])
            elif mine == theirs:
                for name in ("ante", "play"):
                    lines[name] = give_back(name, stakes[name], "stand_off")
            else:
                for name in ("ante", "play"):
                    lines[name] = win(name, stakes[name], 1, risk[name])
            if seat.exposed and mine[0] in ANTE_BONUS:
                odds = ANTE_BONUS[mine[0]][1]
                ante_bonus.append(extra("ante_bonus", odds * risk["ante"], f"{odds} to 1"))
    if "pair_plus" in stakes:
        stake = stakes["pair_plus"]
        if seat.exposed and mine[0] in PAIR_PLUS:
            odds = PAIR_PLUS[mine[0]][1]
            lines["pair_plus"] = win("pair_plus", stake, odds, risk["pair_plus"])
        else:
            lines["pair_plus"] = lose("pair_plus", stake, risk["pair_plus"])
    if "progressive" in stakes:
        lines["progressive"] = progressive_line(this, seat, award, False)
    return [lines[name] for name in stakes] + ante_bonus


def split(total: int, people: list[tuple[str, int]], seated: str) -> list[int]:
    """Divide an amount in proportion to the stakes; odd cents go to the seated player.

    Should the seated player hold no part of the wager, the first person named has them.
    """
    staked = sum(stake for _, stake in people)
    parts = [total * stake // staked for _, stake in people]
    names = [person for person, _ in people]
    parts[names.index(seated) if seated in names else 0] += total - sum(parts)
    return parts


def printed(line: Line, seat: Seat) -> dict[str, Any]:
    """A line as it stands in the settlement."""
    out: dict[str, Any] = {
        "wager": line.wager,
        "stake": to_money(line.stake),
        "outcome": line.outcome,
        "winnings": to_money(line.winnings),
        "returned": to_money(line.returned),
    }
    if line.odds is not None:
        out["odds"] = line.odds
    if line.from_seat is not None:
        out["from_seat"] = line.from_seat
    # The Ante Bonus is a payment made to the Ante (003 1.1.2): theirs who put in the Ante.
    area = "ante" if line.wager == "ante_bonus" else line.wager
    if area in seat.shares:
        people = seat.shares[area]
        won = split(line.winnings, people, seat.player)
        back = split(line.returned, people, seat.player)
        out["shares"] = [
            {
                "player": person,
                "stake": to_money(stake if area == line.wager else 0),
                "winnings": to_money(won[i]),
                "returned": to_money(back[i]),
            }
            for i, (person, stake) in enumerate(people)
        ]
    return out


def settle(record: dict[str, Any]) -> dict[str, Any]:
    """Settle a pitboss-round/1 record; raises Refused when it is not a possible round."""
    this = _Reader(record).read()
    awards = {} if this.void else progressive_awards(this)
    seats: list[dict[str, Any]] = []
    all_staked = all_winnings = all_returned = 0
    for seat in this.seats:
        award = awards.get(seat.number)
        if this.void:
            lines = [give_back(name, stake, "void") for name, stake in seat.stakes.items()]
        elif seat.removed:
            lines = [give_back(name, stake, "returned") for name, stake in seat.stakes.items()]
        elif this.rulebook == R002:
            lines = holdem_lines(this, seat, award)
        elif this.rulebook == R003:
            lines = three_card_lines(this, seat, award)
        else:
            lines = let_it_ride_lines(this, seat, award)
        staked = sum(line.stake for line in lines)
        winnings = sum(line.winnings for line in lines)
        returned = sum(line.returned for line in lines)
        seats.append(
            {
                "seat": seat.number,
                "player": seat.player,
                "lines": [printed(line, seat) for line in lines],
                "staked": to_money(staked),
                "winnings": to_money(winnings),
                "returned": to_money(returned),
                "net": to_money(winnings + returned - staked),
            }
        )
        all_staked += staked
        all_winnings += winnings
        all_returned += returned
    awarded = sum(level.awarded for level in this.levels.values())
    return {
        "format": "pitboss-settlement/1",
        "rulebook": this.rulebook,
        "seats": seats,
        "meters": {
            name: {
                "before": to_money(level.before),
                "awarded": to_money(level.awarded),
                "after": to_money(level.now),
            }
            for name, level in this.levels.items()
        },
        "house": {
            "won": to_money(all_staked - all_returned),
            "paid": to_money(all_winnings - awarded),
            "resets": to_money(sum(level.put_in for level in this.levels.values())),
        },
    }
