"""The terms of one round: a rulebook with its options chosen, compiled for quick answers.

A file lists hands by name and pays in words; settling asks "this strength, this wager: which
row?" many times a second. The translation is done once for each rulebook and kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from pitboss.cards import Card
from pitboss.errors import MoneyError
from pitboss.hands.names import (
    HoleRows,
    compile_five,
    compile_hole,
    compile_three,
    five_test,
    qualifying_test,
)
from pitboss.hands.tables import strength_of_five, strength_of_three
from pitboss.money import For, Money, Pays, Prize, Rounding, Share, To
from pitboss.rulebook.model import Citation, OptionValue, Paytable, Rulebook, WagerRule
from pitboss.rulebook.vocabulary import QUALIFYING

Qualifies = Callable[[Sequence[Card], int], bool]

_NONE = Citation((), ())
_THREE_CARDS, _FIVE_CARDS = 3, 5
_KIND_OF_PAY = {To: "odds", For: "odds", Prize: "prize", Share: "share"}


@dataclass(frozen=True, slots=True, eq=False)
class PayRow:
    """A row as it is paid: the hand, what it pays, and where that is printed.

    A row is itself and no other, however alike: that makes it a quick key to look reasons up by.
    """

    hand: str
    pays: Pays
    printed: Citation


class PayTable:
    """A paytable that answers which row a hand is paid by."""

    __slots__ = ("_by_class", "_hole", "_rows", "paytable")

    def __init__(self, paytable: Paytable, rows: Sequence[PayRow]) -> None:
        self.paytable = paytable
        self._rows = tuple(rows)
        self._by_class: tuple[PayRow | None, ...] = ()
        self._hole: HoleRows | None = None
        names = [row.hand for row in rows]
        match paytable.looks_at:
            case "five":
                self._by_class = _by_class(compile_five(names), rows)
            case "three":
                self._by_class = _by_class(compile_three(names), rows)
            case "hole":
                self._hole = compile_hole(names)

    def row(self, strength: int) -> PayRow | None:
        """The row that a hand of this strength is paid by."""
        return self._by_class[strength >> 16]

    def named(self, hand: str) -> PayRow:
        """The row of that name, in tables that go by the wager itself."""
        return next(row for row in self._rows if row.hand == hand)

    def hole_row(self, own: Sequence[Card], dealer: Sequence[Card] | None) -> PayRow | None:
        """The row that two hole cards are paid by, the dealer's considered where a row asks."""
        assert self._hole is not None, "only a table of hole cards has hole rows"
        index = self._hole.row(own, dealer)
        return None if index is None else self._rows[index]


def _by_class(index: Sequence[int | None], rows: Sequence[PayRow]) -> tuple[PayRow | None, ...]:
    return tuple(None if i is None else rows[i] for i in index)


class _Compiled:
    """What does not depend on the options: paytables and citations, each worked out once."""

    def __init__(self, rules: Rulebook) -> None:
        self.order = {wager: place for place, wager in enumerate(rules.wagers)}
        self.defaults = {name: option.default for name, option in rules.options.items()}
        self._rules = rules
        self._tables: dict[tuple[str, str], PayTable] = {}
        self._whys: dict[tuple[str, PayRow], Citation] = {}

    def table(self, wager: str, name: str) -> PayTable:
        table = self._tables.get((wager, name))
        if table is None:
            table = self._tables[wager, name] = self._compile(wager, self._rules.paytables[name])
        return table

    def why(self, reason: str, row: PayRow) -> Citation:
        citation = self._whys.get((reason, row))
        if citation is None:
            citation = self._rules.citations[reason] + row.printed
            self._whys[reason, row] = citation
        return citation

    def _compile(self, wager: str, paytable: Paytable) -> PayTable:
        """Give each row its citation: where it is printed, its notes, and those of its kind."""
        rows = []
        for row in paytable.rows:
            kind = self._rules.citations.get(f"{wager}.{_KIND_OF_PAY[type(row.pays)]}", _NONE)
            rows.append(PayRow(row.hand, row.pays, Citation((paytable.clause,), row.notes) + kind))
        return PayTable(paytable, rows)


@lru_cache(maxsize=64)
def _compiled(key: ByDigest) -> _Compiled:
    return _Compiled(key.rules)


class ByDigest:
    """A rulebook as a cache key: equal when the digest is, and cheap to hash."""

    __slots__ = ("rules",)

    def __init__(self, rules: Rulebook) -> None:
        self.rules = rules

    def __hash__(self) -> int:
        return hash(self.rules.digest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ByDigest) and self.rules.digest == other.rules.digest


_five_test = lru_cache(maxsize=64)(five_test)
_qualifying_test = lru_cache(maxsize=64)(qualifying_test)


class Terms:
    """A rulebook and the options in force."""

    __slots__ = (
        "_compiled", "_tables", "cite", "from_left", "options", "order", "rounding", "rules",
        "unsettled",
    )  # fmt: skip

    def __init__(
        self, rules: Rulebook, options: Mapping[str, OptionValue], *, from_left: bool = False
    ) -> None:
        self._compiled = _compiled(ByDigest(rules))
        self._tables: dict[tuple[str, int], PayTable] = {}
        self.rules = rules
        self.from_left = from_left
        """Whether hands are turned and settled from the dealer's left (I-103)."""
        self.options = {**self._compiled.defaults, **options}
        self.order = self._compiled.order
        self.cite = rules.citations
        self.rounding = Rounding(self.options.get("award_rounding", Rounding.FLOOR.value))
        self.unsettled: dict[str, str] = {}
        """The wagers that cannot be offered yet, and the option that each still needs."""
        for option in rules.options.values():
            if option.needed_by is not None and self.options[option.id] is None:
                self.unsettled.setdefault(option.needed_by, option.id)

    def on(self, option: str) -> bool:
        """Whether an option is set to true; a rulebook without it has not."""
        return self.options.get(option) is True

    def table(self, wager: str, *, players: int = 0) -> PayTable:
        """The paytable in force for a wager."""
        table = self._tables.get((wager, players))
        if table is None:
            rule = self.rules.wagers.get(wager)
            name = wager if rule is None else self.paytable_name(rule, players=players)
            table = self._tables[wager, players] = self._compiled.table(wager, name)
        return table

    def paytable_name(self, rule: WagerRule, *, players: int = 0) -> str:
        """Which paytable a wager goes by, its options and the number of players filled in."""
        assert rule.paytable is not None, f"{rule.id} has no paytable"
        if "{" not in rule.paytable:
            return rule.paytable
        return rule.paytable.format(players=players, **self.options)

    def why(self, reason: str, row: PayRow) -> Citation:
        """The clauses of a reason together with those of the row that is paid."""
        return self._compiled.why(reason, row)

    def five_test(self, name: str) -> Callable[[int], bool]:
        """Whether a five card strength fits a name."""
        return _five_test(name)

    def qualifies(self, name: str) -> Qualifies:
        """Whether a dealer's cards qualify by a name."""
        return _qualifying_test(name, self.rules.dealer_cards)

    def dealer_qualifies(
        self, dealer: Sequence[Card], community: Sequence[Card] = ()
    ) -> bool | None:
        """Whether the dealer's cards qualify; None if no hand is asked for, or none is made yet.

        >>> from pitboss.cards import parse_cards
        >>> from pitboss.games.library import built_in
        >>> terms = terms_of(built_in("mbs-megalink-three-card-v6"))
        >>> [terms.dealer_qualifies(parse_cards(dealer)) for dealer in ("Qs 3d 2c", "Js 3d 2c")]
        [True, False]
        """
        asked = self.options.get(QUALIFYING) or self.rules.conditions.get(QUALIFYING)
        is_three = self.rules.dealer_cards == _THREE_CARDS
        cards = tuple(dealer) if is_three else (*dealer, *community)
        if not asked or len(cards) < (_THREE_CARDS if is_three else _FIVE_CARDS):
            return None
        if is_three:
            strength = strength_of_three(cards)
        else:
            strength = max(map(strength_of_five, combinations(cards, _FIVE_CARDS)))
        return self.qualifies(str(asked))(dealer, strength)


def payout_limit(options: Mapping[str, OptionValue]) -> Money | None:
    """The most that the house pays on one hand, where its options set a limit (10(c)).

    >>> payout_limit({"payout_limit": "50000.00"}), payout_limit({})
    (Money('50000.00'), None)
    """
    return amount_of(options.get("payout_limit"))


@lru_cache(maxsize=256)
def amount_of(value: OptionValue) -> Money | None:
    """The amount that an option is set to; None where it is none."""
    try:
        return Money.parse(value)
    except MoneyError:
        return None


def terms_of(
    rules: Rulebook, options: Mapping[str, OptionValue] | None = None, *, from_left: bool = False
) -> Terms:
    """The terms of a rulebook under these options; hands are settled from the right by default."""
    return Terms(rules, options or {}, from_left=from_left)
