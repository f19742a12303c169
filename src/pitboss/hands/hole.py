"""Hole card names of the pay tables: two cards in hand, sometimes beside the dealer's two.

Names are put together from these parts:

- `ak_suited`, `ak_unsuited` and `ak`: two ranks, of one suit, of two, or of either;
- `aq_or_aj_suited`, `kk_qq_or_jj`: one of several;
- `pair_tt_to_22`, `pair`: the pairs from one down to another, or all of them;
- `aa_player_only`, `aa_player_and_dealer`: and whether the dealer's cards fit as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

from pitboss.cards import RANKS, Card


class _Kind(NamedTuple):
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


class _Row(NamedTuple):
    number: int
    kinds: frozenset[_Kind]
    dealer: _Dealer

    def fits_beside(self, dealer: _Kind | None) -> bool:
        if self.dealer is _Dealer.ANY:
            return True
        if dealer is None:
            raise ValueError("which row pays depends on the dealer's cards: give them as well")
        return (dealer in self.kinds) is (self.dealer is _Dealer.MUST_FIT)


class HoleRows:
    """Which row of a pay table pays two hole cards; made by `compile_hole`."""

    __slots__ = ("_rows_by_kind",)

    def __init__(self, rows: Sequence[_Row]) -> None:
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

    def _row(self, player: _Kind, dealer: _Kind | None) -> int | None:
        for row in self._rows_by_kind[player]:
            if row.fits_beside(dealer):
                return row.number
        return None

    def _can_pay(self, row: _Row) -> bool:
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
    rows = [_parse(number, name) for number, name in enumerate(names)]
    compiled = HoleRows(rows)
    for row, name in zip(rows, names, strict=True):
        if not compiled._can_pay(row):
            raise ValueError(f"{name} can never pay: the rows above it take all its hands")
    return compiled


_KINDS: Final = tuple(
    _Kind(high, low, suited)
    for high in range(len(RANKS))
    for low in range(high + 1)
    for suited in (False, True)
    if high > low or not suited
)
_LETTERS: Final = RANKS.lower()
_PAIRS: Final = [2 * letter for letter in reversed(_LETTERS)]
_SUITS: Final = {"": (False, True), "_suited": (True,), "_unsuited": (False,)}


def _kind_of(cards: Sequence[Card]) -> _Kind:
    low, high = sorted(cards)
    return _Kind(high >> 2, low >> 2, high & 3 == low & 3)


def _parse(number: int, name: str) -> _Row:
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
    return _Row(number, frozenset(kinds), dealer)


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
