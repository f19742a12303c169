"""What the dealer has to see to or to offer beside what goes on by itself, in words."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.money import NOTHING
from pitboss.round.permitted import stage_of
from pitboss.round.stages import Decide
from pitboss.table.equipment.asked import clause, is_physical
from pitboss.table.irregularities.hands import PERMIT, WITHDRAWAL, may_be_permitted
from pitboss.table.irregularities.roles import reported_by
from pitboss.table.people.asking import asked_now
from pitboss.table.people.decide import declined
from pitboss.table.people.roles import SUPERVISOR
from pitboss.table.rules import TableRules
from pitboss.table.table import Table


def left_open(rules: TableRules, table: Table) -> Iterator[str]:
    """What is still to be done or offered, before anything else goes on."""
    yield from _from_the_shuffle(rules, table)
    yield from _owing(table)
    if not table.play.is_open or table.play.void is not None:
        return
    yield from _withdrawals(rules, table)
    yield from _placings(rules, table)
    yield from _looks(rules, table)


def _from_the_shuffle(rules: TableRules, table: Table) -> Iterator[str]:
    """Where the rulebook has procedures of its own for that, they ask for it themselves."""
    if table.play.void is not None and is_physical(rules) and clause(rules, "shuffle") is None:
        yield "the round is void: begin again from the shuffle, with one whole deck (I-82)"


def _owing(table: Table) -> Iterator[str]:
    """Who no longer held what a result that was undone had paid them; cash is taken as a buy-in."""
    for player, held in sorted(table.chips.players.items()):
        if held < NOTHING:
            owed = NOTHING - held
            yield (
                f"{player} owes {owed.dollars} of a result that was undone: recover it, "
                f"buy-in {player} {owed} (I-82)"
            )


def _withdrawals(rules: TableRules, table: Table) -> Iterator[str]:
    """A permission is offered to all alike and ends with the next card; so is the chance of one."""
    if PERMIT not in rules.rulebook.irregularities:
        return
    rule, until = rules.rulebook.irregularities[PERMIT], "until the next card is exposed"
    seats = may_be_permitted(rules, table)
    asked = [seat for seat in table.found.may_withdraw if seat in seats]
    if asked:
        words = ", ".join(map(str, asked))
        who = f"seats {words} each say" if len(asked) > 1 else f"seat {words} says"
        yield (
            f"{who} whether they take back all wagers or none, {until}: "
            f"report {WITHDRAWAL} seat=SEAT ({rule.clause})"
        )
    elif seats and not table.found.may_withdraw:
        yield (
            f"the {reported_by(rules, PERMIT)} or a higher role may permit the other hands to "
            f"withdraw, {until}: report {PERMIT} reason=REASON ({rule.clause})"
        )


def _placings(rules: TableRules, table: Table) -> Iterator[str]:
    """How whoever is asked must lay down cards and wager, where there are some to lay down."""
    asked = asked_now(rules, table) if is_physical(rules) else None
    if asked is None:
        return
    stage = stage_of(rules.game, rules.terms, table.play)
    assert isinstance(stage, Decide), "somebody is asked"
    for rule in rules.rulebook.wagers.values():
        is_placed = rule.decision == stage.decision and rule.follows in asked.at.wagers
        if stage.placing and is_placed:
            yield f"{rule.title} at seat {asked.at.seat}: see that {stage.placing} ({rule.clause})"


def _looks(rules: TableRules, table: Table) -> Iterator[str]:
    for seat in declined(table.play):
        yield (
            f"the {rules.rulebook.roles[SUPERVISOR]} or a higher role may view the hand that seat "
            f"{seat} declined to show: view-declined-hand {seat} REASON "
            f"({rules.rulebook.procedure['decline']})"
        )
