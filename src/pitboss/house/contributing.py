"""What a table asks of its link by the way: to join, to contribute, to take back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from pitboss.house.companions import Moment
from pitboss.jackpot.awards import Sharing
from pitboss.jackpot.contributions import JoinTable
from pitboss.jackpot.inbox import Contribute, Inbox, Reverse
from pitboss.money import NOTHING, Money
from pitboss.round.decisions import HandForfeited, HandRemoved
from pitboss.round.progressive import PROGRESSIVE
from pitboss.round.result import RoundVoided
from pitboss.round.round import Seat
from pitboss.round.wagers import WagerReturned
from pitboss.rulebook.terms import Terms
from pitboss.table.operation import TableOpened
from pitboss.table.rules import Setting, TableRules
from pitboss.table.table import Event, Table

DECKS_IN_PLAY = 1
"""Every rulebook deals a round from one deck; two that alternate are one in play (I-13)."""
_GIVES_BACK = (
    HandRemoved,
    HandForfeited,
    WagerReturned,
    RoundVoided,
)


def joining(moment: Moment, inbox: int) -> JoinTable:
    """A table that opens asks to share its link."""
    opened = next(e for e in moment.events if isinstance(e, TableOpened))
    return replace(join_of(opened.setting, moment.rules.terms), inbox=inbox)


def join_of(setting: Setting, terms: Terms) -> JoinTable:
    """What a table so set would ask of its link, before anybody asks it."""
    return JoinTable(
        table=setting.table,
        rulebook=setting.rulebook,
        digest=setting.digest,
        paytable=terms.table(PROGRESSIVE).paytable.id,
        currency=setting.currency,
        unit=setting.unit or NOTHING,
        decks=DECKS_IN_PLAY,
        sharing=sharing_of(terms),
        is_practice=setting.is_practice,
        inbox=0,
    )


def sharing_of(terms: Terms) -> Sharing:
    """How several winners at a table share."""
    return Sharing(
        rounding=terms.rounding,
        seed_based=terms.options.get("sf_multi") == "seed_based",
        one_by_one=terms.options.get("multi_winner") == "settlement_order",
    )


def contributed(moment: Moment) -> Contribute:
    """ "No more bets": every wager that stands (I-07).

    Those of seats stood down are gone, and those of a hand that was removed before go back.
    """
    return Contribute(
        table=moment.table,
        round=moment.after.rounds.number,
        game=moment.rules.setting.rulebook,
        wagers={seat: at.wagers for seat, at in moment.after.play.seats.items() if _stands(at)},
        is_practice=moment.rules.setting.is_practice,
    )


def gives_back(events: Iterable[Event]) -> bool:
    """Whether any of it may take back a wager that contributed."""
    return any(isinstance(event, _GIVES_BACK) for event in events)


def reversed_by(moment: Moment, inbox: Inbox) -> Reverse | None:
    """What goes back of what the round contributed; nothing if all of it still stands."""
    causes = [event for event in moment.events if isinstance(event, _GIVES_BACK)]
    number = moment.after.rounds.number
    standing = inbox.rounds.get(number)
    if not causes or standing is None:
        return None
    left = standing_stakes(moment.rules, moment.after)
    back = {
        seat: stake - left.get(seat, NOTHING)
        for seat, stake in standing.stakes.items()
        if left.get(seat, NOTHING) < stake
    }
    if not back:
        return None
    return Reverse(table=moment.table, round=number, stakes=back, clause=causes[-1].clause)


def standing_stakes(rules: TableRules, table: Table) -> Mapping[int, Money]:
    """The progressive wagers that will not go back, as the round stands.

    A hand that was forfeited lost its wagers, so that they stay; one without the wager it needs
    beside never was a wager (I-91).
    """
    play = table.play
    if play.void is not None:
        return {}
    needs = rules.rulebook.wagers[PROGRESSIVE].needs
    return {
        at.seat: at.wagers[PROGRESSIVE]
        for at in play.seats.values()
        if PROGRESSIVE in at.wagers and _stands(at) and any(name in at.wagers for name in needs)
    }


def _stands(at: Seat) -> bool:
    return at.removed is None or at.is_forfeited
