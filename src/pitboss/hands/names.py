"""The hand names of the pay tables, compiled into lookups.

A name such as `flush` or `pair_tens_or_better` covers an unbroken stretch of *heads*, a head
being a strength without its lower ranks: sixteen times the class, plus the first rank compared.
A pay table pays a hand once, for the first row listed that fits. So `straight_flush` covers the
royal flush too, and a royal or mini-royal row counts when it stands above that one.

Hole card names look at two cards in hand, sometimes beside the dealer's two, and are put together
from these parts:

- `ak_suited`, `ak_unsuited` and `ak`: two ranks, of one suit, of two, or of either;
- `aq_or_aj_suited`, `kk_qq_or_jj`: one of several;
- `pair_tt_to_22`, `pair`: the pairs from one down to another, or all of them;
- `aa_player_only`, `aa_player_and_dealer`: and whether the dealer's cards fit as well.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from enum import Enum
from itertools import pairwise
from typing import Final, NamedTuple

from pitboss.cards import RANKS, Card
from pitboss.hands.classes import (
    RANK_PLURALS,
    RANK_SHIFTS,
    RANK_WORDS,
    FiveCardClass,
    ThreeCardClass,
)

_HEAD_SHIFT: Final = 16
_HEADS_PER_CLASS: Final = 16
_FIVE_END: Final = _HEADS_PER_CLASS * len(FiveCardClass)
_THREE_END: Final = _HEADS_PER_CLASS * len(ThreeCardClass)
_ACE: Final = 12
_THREE_CARDS: Final = 3


def compile_five(names: Sequence[str]) -> tuple[int | None, ...]:
    """Which row of a pay table pays a five card hand, by `strength >> 16`.

    >>> rows = compile_five(["straight_flush", "two_pairs", "pair_tens_or_better"])
    >>> rows[0x9C], rows[0x2A], rows[0x18], rows[0x17]  # royal, queens up, tens, nines
    (0, 1, 2, None)
    >>> compile_five(["straight_flush", "royal_flush"])
    Traceback (most recent call last):
    ...
    ValueError: royal_flush can never pay: the rows above it take all its hands
    """
    return _compile(names, [_five(name) for name in names], _FIVE_END)


def compile_three(names: Sequence[str]) -> tuple[int | None, ...]:
    """Which row of a pay table pays a three card hand, by `strength >> 16`.

    >>> rows = compile_three(["mini_royal", "straight_flush_3", "pair_3"])
    >>> rows[0x5C], rows[0x5B], rows[0x10], rows[0x0C]  # A-K-Q, K-Q-J, twos, ace high
    (0, 1, 2, None)
    """
    return _compile(names, [_three(name) for name in names], _THREE_END)


def five_test(name: str) -> Callable[[int], bool]:
    """Whether a five card strength fits the name.

    >>> fits = five_test("straight_or_better")
    >>> fits(0x430000), fits(0x3CBA00)
    (True, False)
    >>> five_test("pair_of_tens")
    Traceback (most recent call last):
    ...
    ValueError: 'pair_of_tens' is not a hand of five cards: write royal_flush, straight_flush, \
four_of_a_kind, full_house, flush, straight, three_of_a_kind, two_pairs or pair, any of them \
with _or_better, or pair_<ranks>_or_better such as pair_tens_or_better or \
pair_sixes_to_tens
    """
    return _test(_five(name))


def three_test(name: str) -> Callable[[int], bool]:
    """Whether a three card strength fits the name; the ending `_3` may be left out.

    >>> fits = three_test("flush_or_better")
    >>> fits(0x286500), fits(0x1CB000), three_test("straight_3")(0x3C0000)
    (True, False, True)
    """
    return _test(_three(name))


def qualifying_test(name: str, dealt: int = 3) -> Callable[[Sequence[Card], int], bool]:
    """Whether the dealer's cards, of that strength, qualify.

    Three cards dealt to the dealer are a hand of three; any other number makes a hand of five.

    >>> from pitboss.cards import parse_cards
    >>> sevens = parse_cards("7s 7d 7c")
    >>> qualifying_test("queen_high_or_better")(sevens, 0x450000)
    True
    >>> qualifying_test("contains_queen_or_higher")(sevens, 0x450000)
    False
    >>> fits = qualifying_test("ace_king_or_better", 5)
    >>> fits((), 0x0CB321), fits((), 0x0CA987), fits((), 0x102341)  # A-K, A-Q, a pair of twos
    (True, False, True)
    """
    lowest = _CONTAINS.get(name)
    if lowest is not None:
        return lambda cards, strength: any(card >> 2 >= lowest for card in cards)
    ranks = _ranks_or_better(name, dealt)
    if ranks:
        # Odd cards are the lowest class, and their ranks follow each other, four bits each.
        least = sum(rank << shift for rank, shift in zip(ranks, RANK_SHIFTS, strict=False))
        return lambda cards, strength: strength >= least
    heads = (_THREE if dealt == _THREE_CARDS else _FIVE).get(name)
    if heads is None:
        raise ValueError(
            f"{name!r} is not a way to qualify: write <rank>_high_or_better such as "
            f"queen_high_or_better, <rank>_<rank>_or_better such as ace_king_or_better, "
            f"pair_or_better or another hand of {'three' if dealt == _THREE_CARDS else 'five'} "
            f"cards, or contains_<rank>_or_higher"
        )
    fits = _test(heads)
    return lambda cards, strength: fits(strength)


def _ranks_or_better(name: str, dealt: int) -> list[int]:
    """The ranks that odd cards must reach, highest first; none if the name is of another kind."""
    ranks = name.removesuffix("_or_better")
    words = ranks.removesuffix("_high").split("_")
    if ranks == name or not set(words) <= set(RANK_WORDS):
        return []
    found = [RANK_WORDS.index(word) for word in words]
    is_alone = len(found) == 1
    falls = all(high > low for high, low in pairwise(found))
    most = _THREE_CARDS if dealt == _THREE_CARDS else len(RANK_SHIFTS)
    return found if falls and is_alone is ranks.endswith("_high") and len(found) <= most else []


def _stretch(lowest_class: int, highest_class: int) -> range:
    return range(_HEADS_PER_CLASS * lowest_class, _HEADS_PER_CLASS * (highest_class + 1))


def _with_or_better(hands: Mapping[str, range], end: int) -> dict[str, range]:
    """The names, each with `_or_better` too, and pairs from a rank up or between two ranks."""
    first = hands["pair"].start
    pairs = {
        f"pair_{ranks}_or_better": range(first + rank, end)
        for rank, ranks in enumerate(RANK_PLURALS)
    }
    pairs |= {
        f"pair_{RANK_PLURALS[low]}_to_{RANK_PLURALS[high]}": range(first + low, first + high + 1)
        for high in range(len(RANK_PLURALS))
        for low in range(high)
    }
    better = {f"{name}_or_better": range(heads.start, end) for name, heads in hands.items()}
    return {**hands, **better, **pairs}


_FIVE_HANDS: Final = {
    "royal_flush": _stretch(FiveCardClass.ROYAL_FLUSH, FiveCardClass.ROYAL_FLUSH),
    "straight_flush": _stretch(FiveCardClass.STRAIGHT_FLUSH, FiveCardClass.ROYAL_FLUSH),
    "four_of_a_kind": _stretch(FiveCardClass.FOUR_OF_A_KIND, FiveCardClass.FOUR_OF_A_KIND),
    "full_house": _stretch(FiveCardClass.FULL_HOUSE, FiveCardClass.FULL_HOUSE),
    "flush": _stretch(FiveCardClass.FLUSH, FiveCardClass.FLUSH),
    "straight": _stretch(FiveCardClass.STRAIGHT, FiveCardClass.STRAIGHT),
    "three_of_a_kind": _stretch(FiveCardClass.THREE_OF_A_KIND, FiveCardClass.THREE_OF_A_KIND),
    "two_pairs": _stretch(FiveCardClass.TWO_PAIRS, FiveCardClass.TWO_PAIRS),
    "pair": _stretch(FiveCardClass.ONE_PAIR, FiveCardClass.ONE_PAIR),
}
_MINI_ROYAL: Final = _HEADS_PER_CLASS * ThreeCardClass.STRAIGHT_FLUSH + _ACE
_THREE_HANDS: Final = {
    "mini_royal": range(_MINI_ROYAL, _MINI_ROYAL + 1),
    "straight_flush": _stretch(ThreeCardClass.STRAIGHT_FLUSH, ThreeCardClass.STRAIGHT_FLUSH),
    "three_of_a_kind": _stretch(ThreeCardClass.THREE_OF_A_KIND, ThreeCardClass.THREE_OF_A_KIND),
    "straight": _stretch(ThreeCardClass.STRAIGHT, ThreeCardClass.STRAIGHT),
    "flush": _stretch(ThreeCardClass.FLUSH, ThreeCardClass.FLUSH),
    "pair": _stretch(ThreeCardClass.ONE_PAIR, ThreeCardClass.ONE_PAIR),
}
_THREE_ENDINGS: Final = {
    f"{name}_3": heads for name, heads in _THREE_HANDS.items() if name != "mini_royal"
}
_ANY: Final = "any"
"""Every hand: the last row of a table that pays whatever wins."""
_FIVE: Final = {
    **_with_or_better(_FIVE_HANDS, _FIVE_END),
    **{f"{word}_high_or_better": range(rank, _FIVE_END) for rank, word in enumerate(RANK_WORDS)},
    _ANY: range(_FIVE_END),
}
_THREE: Final = {
    **_with_or_better({**_THREE_HANDS, **_THREE_ENDINGS}, _THREE_END),
    _ANY: range(_THREE_END),
}
_CONTAINS: Final = {f"contains_{word}_or_higher": rank for rank, word in enumerate(RANK_WORDS)}


def _five(name: str) -> range:
    return _look_up(name, _FIVE, "five", _FIVE_HANDS)


def _three(name: str) -> range:
    return _look_up(name, _THREE, "three", [*_THREE_ENDINGS, "mini_royal"])


def _look_up(
    name: str, vocabulary: Mapping[str, range], size: str, hands: Collection[str]
) -> range:
    heads = vocabulary.get(name)
    if heads is None:
        *most, last = hands
        raise ValueError(
            f"{name!r} is not a hand of {size} cards: write {', '.join(most)} or {last}, "
            f"any of them with _or_better, or pair_<ranks>_or_better such as pair_tens_or_better "
            f"or pair_sixes_to_tens"
        )
    return heads


def _test(heads: range) -> Callable[[int], bool]:
    return lambda strength: strength >> _HEAD_SHIFT in heads


def _compile(names: Sequence[str], rows: Sequence[range], end: int) -> tuple[int | None, ...]:
    """The first row that covers each head; every row must be left something to pay."""
    first = tuple(
        next((row for row, heads in enumerate(rows) if head in heads), None) for head in range(end)
    )
    for row, name in enumerate(names):
        if row not in first:
            raise ValueError(f"{name} can never pay: the rows above it take all its hands")
    return first


# --- hole cards -----------------------------------------------------------------------------------


class _HoleKind(NamedTuple):
    """All that a hole card name looks at in two cards."""

    high: int
    low: int
    suited: bool

    @property
    def letters(self) -> str:
        return _LETTERS[self.high] + _LETTERS[self.low]


class _Dealer(Enum):
    """What a row asks of the dealer's cards, by the ending of its name."""

    ANY = ""
    MUST_NOT_FIT = "_player_only"
    MUST_FIT = "_player_and_dealer"


class _HoleRow(NamedTuple):
    number: int
    kinds: frozenset[_HoleKind]
    dealer: _Dealer

    def fits_beside(self, dealer: _HoleKind | None) -> bool:
        if self.dealer is _Dealer.ANY:
            return True
        if dealer is None:
            raise ValueError("which row pays depends on the dealer's cards: give them as well")
        return (dealer in self.kinds) is (self.dealer is _Dealer.MUST_FIT)


class HoleRows:
    """Which row of a pay table pays two hole cards; made by `compile_hole`."""

    __slots__ = ("_rows_by_kind",)

    def __init__(self, rows: Sequence[_HoleRow]) -> None:
        self._rows_by_kind = {
            kind: tuple(row for row in rows if kind in row.kinds) for kind in _KINDS
        }

    def row(self, player: Sequence[Card], dealer: Sequence[Card] | None = None) -> int | None:
        """The row that pays the player's two cards, beside the dealer's two.

        The dealer's cards may be left out where no row for the player's cards looks at them.

        >>> from pitboss.cards import parse_cards
        >>> bonus = compile_hole(["aa_player_and_dealer", "aa_player_only", "pair_tt_to_22"])
        >>> aces, other_aces, tens = map(parse_cards, ("As Ad", "Ah Ac", "Ts Td"))
        >>> bonus.row(aces, other_aces), bonus.row(aces, tens), bonus.row(tens)
        (0, 1, 2)
        """
        return self._row(_kind_of(player), None if dealer is None else _kind_of(dealer))

    def _row(self, player: _HoleKind, dealer: _HoleKind | None) -> int | None:
        for row in self._rows_by_kind[player]:
            if row.fits_beside(dealer):
                return row.number
        return None

    def _can_pay(self, row: _HoleRow) -> bool:
        return any(
            self._row(player, dealer) == row.number for player in row.kinds for dealer in _KINDS
        )


def compile_hole(names: Sequence[str]) -> HoleRows:
    """The rows of a hole card pay table; the first listed that fits pays.

    >>> from pitboss.cards import parse_cards
    >>> bonus = compile_hole(["ak_suited", "aq_or_aj_suited", "kk_qq_or_jj"])
    >>> [bonus.row(parse_cards(cards)) for cards in ("Ks As", "As Js", "Qd Qc", "As Kd")]
    [0, 1, 2, None]
    >>> compile_hole(["aces"])
    Traceback (most recent call last):
    ...
    ValueError: 'aces' is not a name for hole cards: write ranks such as ak or aq_or_aj, with \
_suited or _unsuited if it matters, or pairs such as pair, kk_qq_or_jj or pair_tt_to_22, and last \
_player_only or _player_and_dealer if the dealer's cards matter
    """
    rows = [_parse_hole(number, name) for number, name in enumerate(names)]
    compiled = HoleRows(rows)
    for row, name in zip(rows, names, strict=True):
        if not compiled._can_pay(row):
            raise ValueError(f"{name} can never pay: the rows above it take all its hands")
    return compiled


_KINDS: Final = tuple(
    _HoleKind(high, low, suited)
    for high in range(len(RANKS))
    for low in range(high + 1)
    for suited in (False, True)
    if high > low or not suited
)
_LETTERS: Final = RANKS.lower()
_PAIRS: Final = [2 * letter for letter in reversed(_LETTERS)]
_SUITS: Final = {"": (False, True), "_suited": (True,), "_unsuited": (False,)}


def _kind_of(cards: Sequence[Card]) -> _HoleKind:
    low, high = sorted(cards)
    return _HoleKind(high >> 2, low >> 2, high & 3 == low & 3)


def _parse_hole(number: int, name: str) -> _HoleRow:
    dealer = next((d for d in _Dealer if d.value and name.endswith(d.value)), _Dealer.ANY)
    hands = name.removesuffix(dealer.value)
    suits = next((ending for ending in _SUITS if ending and hands.endswith(ending)), "")
    ranks = _ranks_named(hands.removesuffix(suits))
    kinds = [kind for kind in _KINDS if kind.letters in ranks and kind.suited in _SUITS[suits]]
    if not ranks or {kind.letters for kind in kinds} != set(ranks):
        raise ValueError(
            f"{name!r} is not a name for hole cards: write ranks such as ak or aq_or_aj, with "
            f"_suited or _unsuited if it matters, or pairs such as pair, kk_qq_or_jj or "
            f"pair_tt_to_22, and last _player_only or _player_and_dealer if the dealer's cards "
            f"matter"
        )
    return _HoleRow(number, frozenset(kinds), dealer)


def _ranks_named(hands: str) -> list[str]:
    """The pairs of letters a name stands for; empty if it promises pairs and names others."""
    if hands == "pair":
        return _PAIRS
    letters = hands.removeprefix("pair_")
    top, to, bottom = letters.partition("_to_")
    if to and {top, bottom} <= set(_PAIRS):
        return _PAIRS[_PAIRS.index(top) : _PAIRS.index(bottom) + 1]
    several = letters.replace("_or_", "_").split("_")
    return several if letters == hands or set(several) <= set(_PAIRS) else []
