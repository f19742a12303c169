"""Prizes from the levels of a link: held for verification until their claim is paid (I-14).

A prize is won when the round is settled, and cannot be used before its claim is verified and
paid: it lies apart from its winner's chips, pays for no wager and goes to no cage. Where the claim
is rejected it goes back to the link, however many rounds later. Odds and dollar rows, envy, the
Magic Card and the Lucky Player are paid at the table at once, by the house or by a level (I-05).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, assert_never

from pitboss.codec import stored
from pitboss.frozen import replace
from pitboss.jackpot.fixed_awards import WHO_PAYS, taken_of
from pitboss.money import NOTHING, Money, Share, total
from pitboss.round.progressive import PAYMENTS, PROGRESSIVE
from pitboss.round.result import MeterPaid, SettleRound, WagerSettled
from pitboss.round.round import RoundState, Seat
from pitboss.round.settlement import Showdown
from pitboss.table.chips.holdings import (
    Chips,
    LinkPrize,
    from_level,
    holding,
    made_good,
    no_longer_held,
    without,
)
from pitboss.table.rules import DEALER, FLOOR, Roles, TableRules

if TYPE_CHECKING:
    from pitboss.table.table import Event as TableEvent
    from pitboss.table.table import Table


HELD = "I-14"
VOID = "I-82"


@stored("prize-held", kw_only=True)
class PrizeHeld:
    """What was won from a level is held apart until its claim is verified and paid (I-14)."""

    prize: LinkPrize
    clause: str


@stored("prize-handed-over", kw_only=True)
class PrizeHandedOver:
    """The claim was paid: its winner has the prize."""

    prize: LinkPrize
    clause: str


@stored("prize-returned", kw_only=True)
class PrizeReturned:
    """The claim was rejected: the prize is the link's again."""

    prize: LinkPrize
    clause: str


@stored("fixed-awards-made-good", kw_only=True)
class FixedAwardsMadeGood:
    """A level of the link pays so much of the round's odds and dollar rows, envy and features.

    The rack paid them with all other winnings; what the level does not make good is the house's.
    """

    level: str
    amount: Money
    clause: str


@stored("prize-to-recover", kw_only=True)
class PrizeToRecover:
    """A prize that was paid went back to the link with its round, which does not stand (I-82).

    The undone settlement took it from what its winner holds here; what they no longer hold of it
    they owe, and the house recovers it from them.
    """

    prize: LinkPrize
    owes: Money
    """Of the prize, what its winner no longer holds here, before stakes of the round go back."""
    clause: str


ByLink = PrizeHandedOver | PrizeReturned
"""What follows from a command to the link, which decides it, and is written together with it."""


Event = PrizeHeld | PrizeHandedOver | PrizeReturned | FixedAwardsMadeGood | PrizeToRecover

ROLES: Roles = {
    PrizeHeld: DEALER,
    PrizeHandedOver: FLOOR,
    PrizeReturned: FLOOR,
    FixedAwardsMadeGood: DEALER,
    # The link says who may have a prize go back with its round (I-14).
    PrizeToRecover: DEALER,
}


# --- shares of a level ------------------------------------------------------------------------


def shares_won(rules: TableRules, play: RoundState) -> Iterator[tuple[Seat, str, Share]]:
    """Every hand that wins a share of a level, its row and the share, whatever stands there."""
    showdown, paid = Showdown(rules.terms, play.facts()), rules.terms.table(PROGRESSIVE)
    for at in play.live:
        if PROGRESSIVE not in at.wagers or not at.exposed:
            continue
        row = paid.row(showdown.five(at))
        if row is not None and isinstance(row.pays, Share):
            yield at, row.hand, row.pays


def winnings_of(events: Sequence[TableEvent]) -> dict[int, Money]:
    """What a settlement pays each seat on its progressive wager."""
    return {
        event.seat: event.winnings
        for event in events
        if isinstance(event, WagerSettled) and event.wager == PROGRESSIVE
    }


def with_awards(
    rules: TableRules, table: Table, command: SettleRound, events: list[TableEvent]
) -> list[TableEvent]:
    """A settlement, with the prizes that are held and what a level makes good of other awards."""
    return _with_fixed_awards(rules, table, command, _with_prizes(rules, table, command, events))


def _with_prizes(
    rules: TableRules, table: Table, command: SettleRound, events: list[TableEvent]
) -> list[TableEvent]:
    """These events, and that what is won from a level is held until its claim is paid."""
    if not command.holds_prizes:
        return events
    if not any(isinstance(event, MeterPaid) and event.awarded for event in events):
        return events
    amounts = winnings_of(events)
    return [
        *events,
        *(
            PrizeHeld(
                prize=LinkPrize(
                    round=table.rounds.number,
                    seat=at.seat,
                    player=at.player,
                    link=table.chips.link,
                    level=share.meter,
                    amount=amounts[at.seat],
                ),
                clause=HELD,
            )
            for at, _, share in shares_won(rules, table.play)
            if amounts[at.seat]
        ),
    ]


def to_recover(table: Table) -> Iterator[PrizeToRecover]:
    """Prizes of the round that were paid: its settlement was just undone (I-82)."""
    for prize in table.chips.paid_prizes:
        if prize.round == table.rounds.number:
            lacks = max(NOTHING - table.chips.held(prize.player), NOTHING)
            yield PrizeToRecover(prize=prize, owes=min(lacks, prize.amount), clause=VOID)


# --- awards that are no percentage ------------------------------------------------------------


def fixed_awards(
    rules: TableRules, play: RoundState, events: Iterable[TableEvent]
) -> dict[int, Money]:
    """What a settlement pays each seat of odds and dollar rows, envy and features."""
    shared = {at.seat for at, _, _ in shares_won(rules, play)}
    found: dict[int, Money] = {}
    for line in events:
        if not isinstance(line, WagerSettled) or not line.winnings:
            continue
        is_row = line.wager == PROGRESSIVE and line.seat not in shared
        if is_row or line.wager in PAYMENTS:
            found[line.seat] = found.get(line.seat, NOTHING) + line.winnings
    return found


def _with_fixed_awards(
    rules: TableRules, table: Table, command: SettleRound, events: list[TableEvent]
) -> list[TableEvent]:
    """These events, and what the level that the link names makes good of them."""
    if command.fixed_from is None:
        return events
    level = next(
        (
            event
            for event in events
            if isinstance(event, MeterPaid) and event.meter == command.fixed_from
        ),
        None,
    )
    if level is None:
        return events
    awarded = total(fixed_awards(rules, table.play, events).values())
    taken = taken_of(awarded, level.after, level.reset)
    if not taken:
        return events
    return [*events, FixedAwardsMadeGood(level=level.meter, amount=taken, clause=WHO_PAYS)]


# --- what moves -------------------------------------------------------------------------------


def evolve(chips: Chips, event: Event) -> Chips:
    """The chips after one more event."""
    match event:
        case PrizeHeld(prize=prize):
            return replace(
                chips,
                players=holding(chips.players, prize.player, NOTHING - prize.amount),
                prizes=(*chips.prizes, prize),
                round_prizes=(*chips.round_prizes, prize),
            )
        case PrizeHandedOver(prize=prize):
            others = tuple(one for one in chips.round_prizes if one != prize)
            paid = tuple(one for one in chips.paid_prizes if one.round >= prize.round)
            if all(one.round == prize.round for one in paid):
                paid = (*paid, prize)
            return replace(no_longer_held(chips, prize), round_prizes=others, paid_prizes=paid)
        case PrizeToRecover(prize=prize):
            # The settlement that was undone has taken it along.
            return replace(chips, paid_prizes=without(chips.paid_prizes, prize))
        case PrizeReturned(prize=prize):
            return made_good(no_longer_held(chips, prize), prize, NOTHING - prize.amount)
        case FixedAwardsMadeGood(level=level, amount=amount):
            fixed = holding(chips.fixed, level, amount)
            return replace(from_level(chips, level, amount), fixed=fixed)
        case _:
            assert_never(event)
