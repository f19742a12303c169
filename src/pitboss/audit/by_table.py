"""What a table's commands bring about at its link, decided again by the link's own rules.

What was asked is the table's affair, and held against the table elsewhere. Here the link is asked
again for what its entry says it was asked for, and must come to the same, to the cent.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from pitboss.envelope import Envelope
from pitboss.errors import PitbossError
from pitboss.jackpot.aggregate import LinkCommand, decide
from pitboss.jackpot.claims import (
    ClaimEntered,
    ClaimRejected,
    EnterClaim,
    Figures,
    PaidClaimUndone,
    RejectClaim,
    UndoClaim,
)
from pitboss.jackpot.contributions import JoinTable, TableJoined
from pitboss.jackpot.fixed_awards import (
    FixedAwardsReturned,
    FixedAwardsTaken,
    FixedEvent,
    ReturnFixedAwards,
    TakeFixedAwards,
)
from pitboss.jackpot.link import Link

ByTable = TableJoined | ClaimEntered | ClaimRejected | PaidClaimUndone | FixedEvent


def would_follow(envelopes: Iterable[Envelope], link: Link, event: ByTable) -> bool:
    """Whether the link, asked again by the same persons, would say this."""
    command = _command_of(link, event)
    if command is None:
        return False
    for envelope in envelopes:
        try:
            if decide(link, command, envelope) == [event]:
                return True
        except PitbossError:
            continue
    return False


def _command_of(link: Link, event: ByTable) -> LinkCommand | None:
    match event:
        case TableJoined():
            return _joining(link, event)
        case ClaimEntered():
            return EnterClaim(
                table=event.table,
                round=event.round,
                contribution=0,
                winners=event.winners,
                levels={
                    name: Figures(
                        before=taken.before,
                        awarded=taken.awarded,
                        resets=taken.resets,
                        after=taken.after,
                    )
                    for name, taken in event.levels.items()
                },
            )
        case ClaimRejected():
            claim = link.claims.get(event.claim)
            # One that was verified goes back only with the settlement that it came of (I-82).
            is_undone = claim is not None and claim.is_verified
            return (UndoClaim if is_undone else RejectClaim)(
                claim=event.claim,
                reason=event.reason,
            )
        case PaidClaimUndone():
            return UndoClaim(
                claim=event.claim,
                reason=event.reason,
            )
        case FixedAwardsTaken():
            return TakeFixedAwards(
                table=event.table,
                round=event.round,
                contribution=0,
                level=event.level,
                awards=event.awards,
                taken=event.taken,
            )
        case FixedAwardsReturned():
            return ReturnFixedAwards(table=event.table, round=event.round)
        case _:
            assert_never(event)


def _joining(link: Link, event: TableJoined) -> JoinTable | None:
    """A table that is set up as the link is; what it is set up as, its own opening says."""
    terms = link.terms
    game = None if terms is None else terms.game(event.game)
    if terms is None or game is None:
        return None
    return JoinTable(
        table=event.table,
        rulebook=event.game,
        digest=game.digest,
        paytable=game.paytable,
        currency=terms.currency,
        unit=terms.unit,
        decks=game.decks,
        sharing=event.sharing,
        is_practice=terms.is_practice,
        inbox=link.reads.get(event.table, 0),
    )
