"""Who may do what: each event needs a person of at least one role.

Events are asked and not commands, so that the audit, which sees only what happened, holds every
entry to the same list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pitboss.envelope import PLAYER, SYSTEM, Envelope
from pitboss.errors import RoleBreach
from pitboss.round.deal import CardsDealt, DrawsRecorded
from pitboss.round.decisions import ChoiceMade, HandDeclined, HandShown, HandViewed
from pitboss.round.result import WagerSettled
from pitboss.round.wagers import WagerPlaced, WagerTakenDown, WagerWithdrawn
from pitboss.table import operation
from pitboss.table.chips import corrections, exchange, prizes, rack, stakes
from pitboss.table.chips.corrections import ChipsCorrected
from pitboss.table.chips.exchange import CashedOut
from pitboss.table.chips.stakes import CouponPlayed
from pitboss.table.deck_contributions import DeckContribution
from pitboss.table.equipment import bonus_chips, decks, devices, shuffles, stub
from pitboss.table.irregularities import reports
from pitboss.table.operation import LinkFound, LinkLost, TableOpened
from pitboss.table.people import admission, seats, turns
from pitboss.table.people.turns import DecisionPrompted, WagerRequested
from pitboss.table.rounds import SeedsOpened
from pitboss.table.rules import ANYBODY, DEALER, Mode, Roles, TableRules

if TYPE_CHECKING:
    from pitboss.table.table import Event, Table

_PLAYERS_OWN = (
    WagerPlaced, WagerTakenDown, HandViewed, ChoiceMade, WagerWithdrawn, HandDeclined,
    reports.PlayerAnswered, DeckContribution,
)  # fmt: skip
_ON_A_HAND = (HandViewed, ChoiceMade, HandShown, HandDeclined)
_FROM_THE_SEED = (CardsDealt, DrawsRecorded, SeedsOpened)
"""What only the system does at an electronic table, where a generator deals (I-102)."""
_OF_A_BALANCE = (
    WagerPlaced, WagerTakenDown, HandViewed, ChoiceMade, WagerWithdrawn, HandDeclined,
    reports.PlayerAnswered, CouponPlayed, CashedOut, DeckContribution,
)  # fmt: skip
"""What players do at an electronic table with their own hands and balances, by themselves."""
_BY_A_RULE = (
    WagerRequested, reports.IrregularityReported, reports.RulingMade, LinkLost,
    ChipsCorrected,
)  # fmt: skip
"""What lets staff move a player's money there all the same, and is on record beside it."""
_SYSTEM_SEES = (LinkLost, LinkFound)

_TOPICS = (
    operation, seats, admission, turns, decks, shuffles, devices, bonus_chips, stub, exchange,
    rack, stakes, prizes, corrections, reports,
)  # fmt: skip
_ROLES: Roles = {
    **{kind: rung for topic in _TOPICS for kind, rung in topic.ROLES.items()},
    **dict.fromkeys(_PLAYERS_OWN, ANYBODY),
}
"""Every topic says who may do what, beside its events."""


def least_rung(rules: TableRules, event: Event) -> int:
    """The least rung of the rulebook's ladder of roles for this."""
    rung = _ROLES.get(type(event), DEALER)
    return rung if isinstance(rung, int) else rung(rules, event)


def rung_of(rules: TableRules, table: Table, by: Envelope) -> int:
    """The rung of an actor; at an electronic table the system deals, and is on the dealer's."""
    ladder = rules.rulebook.roles
    if by.role in ladder:
        return ladder.index(by.role)
    is_dealing = by.role == SYSTEM and rules.setting.mode is Mode.ELECTRONIC
    return DEALER if is_dealing else ANYBODY


def check_role(rules: TableRules, table: Table, by: Envelope, events: list[Event]) -> None:
    """Refuse what the actor may not do; players act for themselves only (9(a)(1), G20)."""
    if by.role == SYSTEM and any(isinstance(event, _SYSTEM_SEES) for event in events):
        # Also at a table where people deal it is the system that knows whether it has its link.
        return
    rung = rung_of(rules, table, by)
    ladder = rules.rulebook.roles
    if by.role in ladder and rules.setting.mode is Mode.ELECTRONIC:
        _check_electronic(rules, by, events)
    for event in events:
        needed = least_rung(rules, event)
        if by.role == SYSTEM and isinstance(event, TableOpened):
            # It chooses nothing: it opens a table as the house's own file has it.
            needed = DEALER
        if needed > rung:
            raise RoleBreach(
                f"{by.actor} {_acting(by)}",
                clause=_clause(event),
                remedy=f"This needs the {ladder[needed]} or a higher role.",
            )
        if rung > DEALER and isinstance(event, _ON_A_HAND):
            _check_touch(rules, by)
        if needed == ANYBODY and rung == ANYBODY:
            _check_player(rules, table, by, event)


def _acting(by: Envelope) -> str:
    return f"acts as {by.role}" if by.role else "has no role at this table"


def _check_electronic(rules: TableRules, by: Envelope, events: list[Event]) -> None:
    """Where a generator deals and balances are kept, staff put their hand to neither."""
    is_ruled = any(isinstance(event, _BY_A_RULE) for event in events)
    for event in events:
        if isinstance(event, _FROM_THE_SEED):
            raise RoleBreach(
                f"{by.actor} acts as {by.role} where a generator deals",
                clause="I-102",
                remedy="The system does this, from the seed that was committed to.",
            )
        if isinstance(event, _OF_A_BALANCE) and not is_ruled:
            raise RoleBreach(
                f"{by.actor} acts as {by.role} for a player of an electronic table",
                clause=_clause(event),
                remedy=_by_themselves(rules),
            )


def _by_themselves(rules: TableRules) -> str:
    asked = rules.rulebook.discretion.get("on_behalf")
    if asked is None:
        return "Players do this by themselves."
    return f"Players do this by themselves, or ask for a wager on their behalf ({asked.clause})."


def _check_player(rules: TableRules, table: Table, by: Envelope, event: Event) -> None:
    """Who has no role here is a player and acts for themselves; only the clock prompts."""
    if by.role == PLAYER:
        _check_own(rules, table, by, event)
    elif by.role != SYSTEM or not isinstance(event, DecisionPrompted):
        is_own = rules.setting.mode is Mode.ELECTRONIC and isinstance(event, _OF_A_BALANCE)
        staff = f"This needs the player, or the {rules.rulebook.roles[DEALER]} or a higher role."
        raise RoleBreach(
            f"{by.actor} {_acting(by)}",
            clause=_clause(event),
            remedy=_by_themselves(rules) if is_own else staff,
        )


def _check_touch(rules: TableRules, by: Envelope) -> None:
    """Where the rulebook lets only player and dealer touch a hand, no higher role does."""
    clause = rules.rulebook.procedure.get("touch")
    if clause is not None:
        raise RoleBreach(
            f"{by.actor} acts for a hand as {by.role}",
            clause=clause,
            remedy=f"Only its player and the {rules.rulebook.roles[DEALER]} do.",
        )


def _check_own(rules: TableRules, table: Table, by: Envelope, event: Event) -> None:
    seat = getattr(event, "seat", None)
    at = table.play.seats.get(seat) if isinstance(seat, int) else None
    player = getattr(event, "player", None)
    if at is not None and (player is None or _is_decided(rules, event)):
        player = at.player
    if player != by.actor:
        raise RoleBreach(
            f"{by.actor} acts for {player or 'no player'}",
            clause=_clause(event),
            remedy="Players act for their own hands only.",
        )


def _is_decided(rules: TableRules, event: Event) -> bool:
    """Whether a wager came of a decision: the seated player decides for all backers (I-80)."""
    if not isinstance(event, WagerPlaced):
        return False
    return rules.rulebook.wagers[event.wager].follows is not None


def _clause(event: Event) -> str:
    """The rule it obeys; of all that a settled wager rests on, the first."""
    if isinstance(event, WagerSettled):
        return event.rules[0]
    return getattr(event, "clause", "")
