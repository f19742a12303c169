"""The progressive proposal: how likely every prize is, what was approved, and its digest (P24).

All linked games look at five cards that are determined, so a hand is as likely in one as in
another; that is counted here, not assumed, and a difference is reported (P31).
"""

from __future__ import annotations

import dataclasses
import enum
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import combinations_with_replacement
from math import comb, prod

from pitboss.cards import Card
from pitboss.errors import RuleBreach
from pitboss.hands.names import compile_five
from pitboss.hands.tables import strength_of_five
from pitboss.jackpot.terms import LevelTerms, LinkedGame, LinkTerms
from pitboss.money import Money

ALL_HANDS = comb(52, 5)
RAREST = 100_000_000
"""The top prize is no rarer than once in so many wagers (P23)."""
WHOLE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeChance:
    """One prize of one game: so many hands of all there are."""

    rulebook: str
    hand: str
    pays: str
    hands: int
    of: int


@cache
def _hands_by_head() -> Counter[int]:
    """How many hands there are of each head: of a class, with that first rank."""
    counted: Counter[int] = Counter()
    for ranks in combinations_with_replacement(range(13), 5):
        held = Counter(ranks)
        if max(held.values()) > 4:
            continue
        ways = prod(comb(4, number) for number in held.values())
        suited = 4 if len(held) == 5 else 0
        if suited:
            counted[_head(ranks, [0] * 5)] += suited
        # Cards of one rank never share a suit, so a hand with a pair is never of one suit, and one
        # hand stands for all of its ranks.
        mixed = [ranks[:place].count(rank) for place, rank in enumerate(ranks)]
        counted[_head(ranks, mixed if len(held) < 5 else [0, 0, 0, 0, 1])] += ways - suited
    return counted


def _head(ranks: tuple[int, ...], suits: list[int]) -> int:
    cards = tuple(Card(4 * rank + suit) for rank, suit in zip(ranks, suits, strict=True))
    return strength_of_five(cards) >> 16


def hands_paid(game: LinkedGame) -> dict[str, int]:
    """How many of all hands each row of a game's paytable is paid for."""
    rows = compile_five(list(game.hands))
    counted = dict.fromkeys(game.hands, 0)
    for head, number in _hands_by_head().items():
        row = rows[head]
        if row is not None:
            counted[game.hands[row]] += number
    return counted


def prize_chances(games: Iterable[LinkedGame]) -> tuple[PrizeChance, ...]:
    """The chance of every prize of every game, in the order of the paytables."""
    return tuple(
        PrizeChance(
            rulebook=game.rulebook, hand=hand, pays=_pays(game, hand), hands=number, of=ALL_HANDS
        )
        for game in games
        for hand, number in hands_paid(game).items()
    )


def _pays(game: LinkedGame, hand: str) -> str:
    row = game.shares.get(hand)
    return game.others[hand] if row is None else f"{row.percent}% of {row.level}"


def level_chances(game: LinkedGame, level: str) -> tuple[Fraction, Fraction]:
    """The chance that a wager takes the whole level, and the share it is expected to take else."""
    whole = part = Fraction(0)
    for hand, number in hands_paid(game).items():
        row = game.shares.get(hand)
        if row is None or row.level != level:
            continue
        if row.percent == WHOLE:
            whole += Fraction(number, ALL_HANDS)
        else:
            part += Fraction(number * row.percent, WHOLE * ALL_HANDS)
    return whole, part


def unequal_chances(games: Iterable[LinkedGame]) -> Iterator[str]:
    """Where linked games do not give the same chance of the same level (P31)."""
    games = tuple(games)
    for level in dict.fromkeys(level for game in games for level in game.seeds):
        chances = {game.rulebook: level_chances(game, level) for game in games}
        if len(set(chances.values())) > 1:
            said = "; ".join(
                f"{book} {_once_in(whole)} for all of it, {part} of it besides"
                for book, (whole, part) in chances.items()
            )
            yield f"the chances of {level} differ: {said}"


def _once_in(chance: Fraction) -> str:
    return f"once in {1 / chance}" if chance else "never"


def expected_when_won(level: LevelTerms, unit: Money, game: LinkedGame) -> Fraction | None:
    """Where a level is expected to stand, in cents, when all of it is won; none if it never is.

    Each wager of one unit adds its part; then all of it is won with chance p, or a share q of it
    is expected to go. Summed over all wagers until it is won that is (p x reset + part) / (p + q).
    A level that pays fixed awards too stands no higher than that (I-05).
    """
    whole, part = level_chances(game, level.name)
    if not whole:
        return None
    grows = level.contribution.share * unit.cents
    return (whole * level.reset.cents + grows) / (whole + part)


APPROVED = "P24"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Amounts, rates and limits, how likely every prize is, and the software that runs it."""

    terms: LinkTerms
    chances: tuple[PrizeChance, ...]
    software: str
    warnings: tuple[str, ...]
    """Where linked games do not have the same chance of a level (P31)."""


def proposal_of(terms: LinkTerms, software: str) -> Proposal:
    """What would be put forward for these terms."""
    return Proposal(
        terms=terms,
        chances=prize_chances(terms.games),
        software=software,
        warnings=tuple(unequal_chances(terms.games)),
    )


def digest_of(proposal: Proposal) -> str:
    """One number for all of it: alter anything, and it is another."""
    text = json.dumps(_plain(proposal), sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def approved_digest(proposals: Mapping[str, Proposal], running: Proposal) -> str:
    """The digest of an approved proposal that is this one, or `RuleBreach` with what differs."""
    digest = digest_of(running)
    if digest in proposals:
        return digest
    if not proposals:
        raise RuleBreach(
            f"Nothing is approved for link {running.terms.link}",
            clause=APPROVED,
            remedy="Have the proposal approved first.",
        )
    latest = list(proposals.values())[-1]
    raise RuleBreach(
        f"This is not what was approved: {differences_text(latest, running)}",
        clause=APPROVED,
        remedy="Run what was approved, or have this approved.",
    )


def differences_text(approved: Proposal, running: Proposal) -> str:
    """What is not as approved, in a few words."""
    # Chances follow from the terms, so where the terms differ, they are not named as well.
    names = list(_differing("", _plain(approved.terms), _plain(running.terms)))
    names = names or list(_differing("", _plain(approved), _plain(running)))
    return ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")


def _plain(value: object) -> object:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        # What is at its default is left out: a term that links may have one day must not make
        # another proposal of those that were approved without it.
        said = ((field, getattr(value, field.name)) for field in dataclasses.fields(value))
        return {field.name: _plain(one) for field, one in said if one != field.default}
    match value:
        case Money():
            return str(value)
        case enum.Enum():
            return str(value.value)
        case Mapping():
            return {str(key): _plain(one) for key, one in value.items()}
        case frozenset():
            return sorted(str(one) for one in value)
        case tuple():
            return [_plain(one) for one in value]
    return value


def _differing(name: str, one: object, other: object) -> Iterator[str]:
    if one == other:
        return
    if not isinstance(one, dict | list) or not isinstance(other, dict | list):
        yield name
        return
    mine, theirs = _by_name(one), _by_name(other)
    for key in dict.fromkeys((*mine, *theirs)):
        yield from _differing(f"{name}.{key}" if name else key, mine.get(key), theirs.get(key))


def _by_name(parts: dict[str, object] | list[object]) -> dict[str, object]:
    if isinstance(parts, dict):
        return parts
    return {_label(place, one): one for place, one in enumerate(parts)}


def _label(place: int, value: object) -> str:
    """Levels and games go by their names, so that a difference says where it is."""
    if isinstance(value, dict):
        known = value.get("name") or value.get("rulebook")
        if known:
            return f"{known}-{value['hand']}" if "hand" in value else str(known)
    return str(place)
