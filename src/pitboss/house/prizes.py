"""What a link's decision on a claim does at the table that holds its prizes.

It is written with the decision, or not at all. The table need not be read for it: whatever ends a
claim is written to its link, whose order is one, and as long as the claim is open there its prizes
are held at its table, be that in another round by now, closed, or left by the winner (I-14).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.house.stream_names import table_stream
from pitboss.jackpot.aggregate import LinkEvent
from pitboss.jackpot.claims import ClaimRejected, PrizePaid
from pitboss.jackpot.link import Link, OpenClaim
from pitboss.records.entries import draft_of
from pitboss.store.contract import Append
from pitboss.table.chips.holdings import Prize
from pitboss.table.chips.prizes import ByLink, PrizeHandedOver, PrizeReturned


def at_tables(link: Link, events: Iterable[LinkEvent]) -> list[Append]:
    """What goes into the streams of tables beside these events; `link` is as it was before."""
    written: dict[str, list[ByLink]] = {}
    for event in events:
        if isinstance(event, PrizePaid | ClaimRejected):
            claim = link.claims[event.claim]
            written.setdefault(claim.table, []).extend(_following(link, claim, event))
    return [
        Append(stream=table_stream(table), drafts=tuple(map(draft_of, own)), expected=None)
        for table, own in written.items()
        if own
    ]


def _following(link: Link, claim: OpenClaim, event: PrizePaid | ClaimRejected) -> Iterator[ByLink]:
    for winner in claim.winners:
        prize = Prize(
            round=claim.round,
            seat=winner.seat,
            player=winner.player,
            link=link.id,
            level=winner.level,
            amount=winner.amount,
        )
        if not prize.amount:
            continue
        if isinstance(event, ClaimRejected):
            yield PrizeReturned(prize=prize, clause=event.clause)
        elif winner.seat == event.seat:
            yield PrizeHandedOver(prize=prize, clause=event.clause)
