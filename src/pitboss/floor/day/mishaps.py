"""What goes wrong at tables: from a seed, at some moment of a round, reported by who may."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from random import Random
from typing import NamedTuple

from pitboss.floor.day.crew import next_cards
from pitboss.money import Money
from pitboss.round.round import Seat
from pitboss.table.irregularities.catalogue import CATALOGUE, may_report
from pitboss.table.irregularities.reports import Halt, MakeRuling, ReportIrregularity
from pitboss.table.rules import Mode, TableRules
from pitboss.table.table import Table

Details = Mapping[str, str]


class MishapMoment(Enum):
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

    def moment(self, number: int) -> MishapMoment | None:
        """When something goes wrong in this round, if anything does."""
        return _moment(self.seed, self.rate, number)

    def reports(self, rules: TableRules, table: Table) -> Iterator[ReportIrregularity]:
        """What might be reported now, in the order it is tried."""
        dice = Random(f"{self.seed}/{table.rounds.number}/reports")
        kinds = [rule.id for rule, _ in may_report(rules, table) if rule.id in _DETAILS]
        dice.shuffle(kinds)
        for kind in kinds:
            details = _DETAILS[kind](_Scene(rules, table, dice, self.seed))
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
def _moment(seed: str, rate: int, number: int) -> MishapMoment | None:
    dice = Random(f"{seed}/{number}/mishap")
    if dice.randrange(1000) >= rate:
        return None
    return dice.choice(
        (
            MishapMoment.CLOSED,
            MishapMoment.DEALT,
            MishapMoment.DEALT,
            MishapMoment.DEALT,
            MishapMoment.SETTLED,
        )
    )


def now(table: Table) -> MishapMoment | None:
    """What moment of a round it is."""
    play = table.play
    if not play.is_open or not play.is_closed_to_bets or play.void is not None:
        return None
    if play.is_settled:
        return MishapMoment.SETTLED
    return MishapMoment.DEALT if play.steps_dealt else MishapMoment.CLOSED


class _Scene(NamedTuple):
    """What the details of a report are made from."""

    rules: TableRules
    table: Table
    dice: Random
    seed: str

    def hand(self) -> Seat | None:
        """One of the hands in the round."""
        live = self.table.play.live
        return self.dice.choice(list(live)) if live else None


def _said(**words: str) -> Callable[[_Scene], Details | None]:
    return lambda scene: words


def _player(scene: _Scene) -> Details | None:
    at = scene.hand()
    return None if at is None else {"player": at.player}


def _peeked(scene: _Scene) -> Details | None:
    # Where a machine shows each player their own cards, it does not happen.
    is_possible = scene.rules.setting.mode is Mode.LIVE and scene.table.play.steps_dealt
    details = _player(scene) if is_possible else None
    return None if details is None else {**details, "what": "showed the hand to a neighbour"}


def _lifted(scene: _Scene) -> Details | None:
    at = scene.hand()
    return None if at is None else {"seat": str(at.seat), "wager": next(iter(at.wagers))}


def _late(scene: _Scene) -> Details | None:
    details = _lifted(scene)
    return None if details is None else {**details, "amount": "25.00"}


def _unequal(scene: _Scene) -> Details | None:
    at = scene.hand()
    base = [r.id for r in scene.rules.rulebook.wagers.values() if r.required and r.group]
    if at is None or any(wager not in at.wagers for wager in base) or at.decisions:
        return None
    stake = at.wagers[base[0]]
    return {"seat": str(at.seat), "found": f"{stake} {stake} {stake - Money(100)}"}


def _exposed(scene: _Scene) -> Details | None:
    at = scene.hand()
    if at is None or not at.cards:
        return None
    return {"cards": str(scene.dice.choice(list(at.cards))), "place": f"seat {at.seat}"}


def _face_up(scene: _Scene) -> Details | None:
    cards = next_cards(scene.table, scene.seed, 1)
    return {"card": str(cards[0])} if cards else None


def _misdeal(scene: _Scene) -> Details | None:
    """Two players have each other's cards."""
    play, dice = scene.table.play, scene.dice
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


_DETAILS: Mapping[str, Callable[[_Scene], Details | None]] = {
    "absent": _player,
    "power_failure": _said(),
    "uncovered": _said(what="a player disputes what was paid"),
    "confidentiality": _peeked,
    "late_wager": _late,
    "lifted_wager": _lifted,
    "unequal_bets": _unequal,
    "exposed_card": _exposed,
    "face_up_card": _face_up,
    "drawn_card": _said(),
    "misdeal": _misdeal,
    "foreign_card": _said(card="a joker", place="in the stub"),
    "extra_card": _said(card="a second 4d", place="in the stub"),
    "missing_card": _said(card="one, the deck counts 51"),
    "unshuffled_cards": _said(place="in the stub"),
    "card_count": _said(count="51"),
    "count_doubt": _said(),
    "shuffler_fault": _said(fault="it jammed"),
    "machine_fault": _said(fault="it stopped in the deal"),
}
