"""What goes wrong at tables: from a seed, at some moment of a round, reported by who may."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from random import Random

from pitboss.floor.day.crew import next_cards
from pitboss.money import Money
from pitboss.round.round import Seat
from pitboss.table.irregularities.catalogue import CATALOGUE, may_report
from pitboss.table.irregularities.reports import Halt, MakeRuling, ReportIrregularity
from pitboss.table.rules import Mode, TableRules
from pitboss.table.table import Table

Details = Mapping[str, str]

_PEEKED = "confidentiality"
"""What nobody does where a machine shows each player their own cards."""


class Moment(Enum):
    """When in a round it happens."""

    CLOSED = "bets are closed"
    DEALT = "cards lie on the table"
    SETTLED = "the round is settled"


@dataclass(frozen=True, slots=True)
class Mishaps:
    """What goes wrong at one table."""

    seed: str
    rate: int
    """In so many of a thousand rounds something does."""

    def moment(self, number: int) -> Moment | None:
        """When something goes wrong in this round, if anything does."""
        return _moment(self.seed, self.rate, number)

    def reports(self, rules: TableRules, table: Table) -> Iterator[ReportIrregularity]:
        """What might be reported now, in the order it is tried."""
        dice = Random(f"{self.seed}/{table.rounds.number}/reports")
        kinds = [rule.id for rule, _ in may_report(rules, table) if rule.id in _TOLD]
        dice.shuffle(kinds)
        for kind in kinds:
            is_seen = kind != _PEEKED or rules.setting.mode is Mode.LIVE
            details = _TOLD[kind](rules, table, dice, self.seed) if is_seen else None
            if details is not None:
                yield ReportIrregularity(kind=kind, details=details)

    def rulings(self, table: Table, halt: Halt) -> Iterator[MakeRuling]:
        """What may be ruled on it, in the order it is tried."""
        dice = Random(f"{self.seed}/{table.rounds.number}/ruling")
        rulings = list(CATALOGUE[halt.kind].rulings)
        dice.shuffle(rulings)
        details = {"count": "52"} if halt.kind == "count_doubt" else {}
        if halt.kind == "uncovered":
            rulings = ["void", "continue"] if dice.randrange(4) == 0 else ["continue"]
        for ruling in rulings:
            yield MakeRuling(
                ruling=ruling, reason="as seen by those who stood there", details=details
            )


@lru_cache(maxsize=512)
def _moment(seed: str, rate: int, number: int) -> Moment | None:
    dice = Random(f"{seed}/{number}/mishap")
    if dice.randrange(1000) >= rate:
        return None
    return dice.choice((Moment.CLOSED, Moment.DEALT, Moment.DEALT, Moment.DEALT, Moment.SETTLED))


def now(table: Table) -> Moment | None:
    """What moment of a round it is."""
    play = table.play
    if not play.is_open or not play.is_closed_to_bets or play.void is not None:
        return None
    if play.is_settled:
        return Moment.SETTLED
    return Moment.DEALT if play.steps_dealt else Moment.CLOSED


def _hand(table: Table, dice: Random) -> Seat | None:
    live = table.play.live
    return dice.choice(list(live)) if live else None


def _nothing(rules: TableRules, table: Table, dice: Random, seed: str) -> Details | None:  # noqa: ARG001
    return {}


def _player(rules: TableRules, table: Table, dice: Random, seed: str) -> Details | None:  # noqa: ARG001
    at = _hand(table, dice)
    return None if at is None else {"player": at.player}


def _peeked(rules: TableRules, table: Table, dice: Random, seed: str) -> Details | None:
    told = _player(rules, table, dice, seed) if table.play.steps_dealt else None
    return None if told is None else {**told, "what": "showed the hand to a neighbour"}


def _late(rules: TableRules, table: Table, dice: Random, seed: str) -> Details | None:  # noqa: ARG001
    at = _hand(table, dice)
    if at is None:
        return None
    return {"seat": str(at.seat), "wager": next(iter(at.wagers)), "amount": "25.00"}


def _lifted(rules: TableRules, table: Table, dice: Random, seed: str) -> Details | None:  # noqa: ARG001
    at = _hand(table, dice)
    if at is None:
        return None
    return {"seat": str(at.seat), "wager": next(iter(at.wagers))}


def _unequal(rules: TableRules, table: Table, dice: Random, seed: str) -> Details | None:  # noqa: ARG001
    at = _hand(table, dice)
    base = [r.id for r in rules.rulebook.wagers.values() if r.required and r.group]
    if at is None or any(wager not in at.wagers for wager in base) or at.decisions:
        return None
    stake = at.wagers[base[0]]
    less = stake - Money(100)
    return {"seat": str(at.seat), "found": f"{stake} {stake} {less}"}


def _exposed(rules: TableRules, table: Table, dice: Random, seed: str) -> Details | None:  # noqa: ARG001
    at = _hand(table, dice)
    if at is None or not at.cards:
        return None
    return {"cards": str(dice.choice(list(at.cards))), "place": f"seat {at.seat}"}


def _face_up(rules: TableRules, table: Table, dice: Random, seed: str) -> Details | None:  # noqa: ARG001
    cards = next_cards(table, seed, 1)
    return {"card": str(cards[0])} if cards else None


def _misdeal(rules: TableRules, table: Table, dice: Random, seed: str) -> Details | None:  # noqa: ARG001
    """Two players have each other's cards."""
    play = table.play
    hands = {at.seat: at.cards for at in play.live if at.cards}
    if len(hands) < 2:
        return None
    one, other = dice.sample(sorted(hands), 2)
    hands[one], hands[other] = hands[other], hands[one]
    places = [f"{seat}: {' '.join(map(str, cards))}" for seat, cards in hands.items()]
    for name, cards in (("community", play.community), ("dealer", play.dealer)):
        if cards:
            places.append(f"{name}: {' '.join(map(str, cards))}")
    return {"laid": "; ".join(places), "handled": dice.choice(("no", "no", "yes"))}


def _said(**words: str) -> Callable[[TableRules, Table, Random, str], Details | None]:
    return lambda rules, table, dice, seed: words


_TOLD: Mapping[str, Callable[[TableRules, Table, Random, str], Details | None]] = {
    "absent": _player,
    "power_failure": _nothing,
    "uncovered": _said(what="a player disputes what was paid"),
    _PEEKED: _peeked,
    "late_wager": _late,
    "lifted_wager": _lifted,
    "unequal_bets": _unequal,
    "exposed_card": _exposed,
    "face_up_card": _face_up,
    "drawn_card": _nothing,
    "misdeal": _misdeal,
    "foreign_card": _said(card="a joker", place="in the stub"),
    "extra_card": _said(card="a second 4d", place="in the stub"),
    "missing_card": _said(card="one, the deck counts 51"),
    "unshuffled_cards": _said(place="in the stub"),
    "card_count": _said(count="51"),
    "count_doubt": _nothing,
    "shuffler_fault": _said(fault="it jammed"),
    "machine_fault": _said(fault="it stopped in the deal"),
}
