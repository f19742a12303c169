"""Money from one link to another: sent and received in one transaction, or not at all (P28)."""

from __future__ import annotations

from uuid import uuid4

from pitboss.errors import Conflict, RoleBreach, RuleBreach
from pitboss.house.callers import Member, who_asks
from pitboss.house.clock_notes import clock_notes
from pitboss.house.link_streams import link_append, stream_of
from pitboss.house.links import TRIES, Links, order_of
from pitboss.jackpot import commands as do
from pitboss.jackpot.decide import decide
from pitboss.jackpot.events import TransferSent
from pitboss.jackpot.link import Link
from pitboss.jackpot.meters import Account
from pitboss.jackpot.owner_events import follow
from pitboss.money import Money
from pitboss.records.asked import asked_text


def transfer(
    links: Links,
    link: str,
    caller: Member,
    *,
    level: str,
    holding: Account,
    to_link: str,
    to_level: str,
    amount: Money | None,
) -> TransferSent:
    """Send so much of a holding, or all of it, and have the other link receive it."""
    send = do.SendTransfer(
        level=level, holding=holding, to_link=to_link, to_level=to_level, amount=amount
    )
    asked, command_id = asked_text(send, who_asks(caller)), str(uuid4())
    for _ in range(TRIES):
        here, there = links.current(link), links.current(to_link)
        _check_money(here.link, there.link)
        try:
            envelope = links.envelope(here.link, caller, command_id)
            (sent,) = decide(here.link, send, envelope)
        except RoleBreach as breach:
            links.note_refused(link, send, caller, breach)
            raise
        assert isinstance(sent, TransferSent), "that is what sending is"
        if not there.link.is_open:
            raise RuleBreach(
                f"Link {to_link} is {there.link.status}", clause="P28", remedy="Name an open link."
            )
        receive = do.ReceiveTransfer(from_link=link, sent=sent)
        (received,) = decide(there.link, receive, envelope)
        appends = [link_append(link, here, [sent]), link_append(to_link, there, [received])]
        try:
            notes = clock_notes(links.store, appends, envelope.time, {})
            links.store.append(order_of(envelope, asked), [*appends, *notes])
        except Conflict:
            continue
        links.streams.remember(link, follow(here, sent, envelope), envelope.time)
        links.streams.remember(to_link, follow(there, received, envelope), envelope.time)
        return sent
    raise Conflict(stream_of(link), expected=here.version, found=-1)


def _check_money(here: Link, there: Link) -> None:
    """Play money never becomes money by going from one link to another."""
    kinds = {link.terms.is_practice for link in (here, there) if link.terms is not None}
    if len(kinds) > 1:
        raise RuleBreach(
            f"One of {here.id} and {there.id} is a link of play money",
            clause="S15",
            remedy="Practice never touches a link that pays.",
        )
