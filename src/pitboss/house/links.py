"""Links: their commands decided, their inboxes read, and whether tables can reach them.

A link is one stream, and its order is the order of everything that concerns the pot. The inbox of a
table is a stream of its own; the number of an inbox entry is its version there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import NamedTuple

from pitboss.cards import Card
from pitboss.envelope import Envelope
from pitboss.errors import PitbossError, RuleBreach
from pitboss.house.callers import by_of
from pitboss.house.engine import Address, Decision, Desk, Engine, Given
from pitboss.house.streams import Loaded, inbox_stream, link_stream, table_stream
from pitboss.jackpot.aggregate import LinkEvent, LinkSnapshot, decide, evolve
from pitboss.jackpot.care import ReceiveTransfer, SendTransfer, TransferSent
from pitboss.jackpot.claims import ClaimRejected, PrizePaid, VerifyClaim
from pitboss.jackpot.contributions import FoldContributions
from pitboss.jackpot.inbox import KEPT_ROUNDS, Inbox, InboxEvent
from pitboss.jackpot.inbox import evolve as evolve_inbox
from pitboss.jackpot.link import Link, LinkStatus, OpenClaim
from pitboss.jackpot.operation import ApproveProposal, OpenLink
from pitboss.records.entries import draft_of, envelope_of, event_of
from pitboss.records.played_rounds import PlayedRound, recall
from pitboss.store.contract import Append, Store
from pitboss.table.chips.holdings import LinkPrize
from pitboss.table.chips.prizes import ByLink, PrizeHandedOver, PrizeReturned

PATIENCE_SECONDS = 30
"""So long a table waits for its contributions to be counted before it takes no more."""
SNAPSHOT_EVERY = 1000
"""Entries of a link between two snapshots."""
_TAIL = 4 * KEPT_ROUNDS
"""So many entries hold every round whose wagers may still go back, and what took others back."""
Fold = FoldContributions
Waiting = list[tuple[str, tuple[InboxEvent, ...]]]
"""Tables, and what each of them contributed that is not on the meters yet."""


class LoadedInbox(NamedTuple):
    """A table's inbox as far as it was read."""

    inbox: Inbox
    version: int


class Links(Desk):
    """Every link of a house."""

    def __init__(
        self,
        engine: Engine,
        *,
        software: Callable[[], str],
        patience_seconds: int = PATIENCE_SECONDS,
    ) -> None:
        self.engine = engine
        self.software = software
        self._patience = patience_seconds
        self._inboxes: dict[tuple[str, str], LoadedInbox] = {}
        self._waiting: dict[str, dict[str, tuple[InboxEvent, ...]]] = {}
        """What was last read of a link's inboxes to be folded."""

    # --- reading ----------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """Every link there ever was."""
        return self.engine.names("link")

    def link(self, name: str) -> Link:
        """A link as the store has it now."""
        link: Link = self.current(name).state
        return link

    def current(self, name: str) -> Loaded:
        """The same with its version, or `RuleBreach` if there is none."""
        loaded = self.engine.streams.latest(link_stream(name))
        if not loaded.version:
            raise self._unknown(name)
        return loaded

    def known(self, name: str) -> Link:
        """A link as it was when it was last read; it is read if it never was."""
        link: Link = self.engine.streams.current(link_stream(name)).state
        return link

    def _unknown(self, name: str) -> RuleBreach:
        known = ", ".join(self.names()) or "none yet"
        return RuleBreach(
            f"There is no link {name}",
            clause="I-06",
            remedy=f"Create it: pitboss link create. There are: {known}.",
        )

    def rates(self, name: str) -> tuple[Fraction, Fraction]:
        """How often the Magic Card and the Lucky Player are drawn (I-21)."""
        terms = self.link(name).terms
        if terms is None or terms.magic_rate is None or terms.lucky_rate is None:
            raise RuleBreach(
                f"Link {name} has no rates for its draws", clause="I-21", remedy="Set them."
            )
        return terms.magic_rate.share, terms.lucky_rate.share

    def is_practice(self, name: str) -> bool:
        """Whether a link is one of play money."""
        terms = self.link(name).terms
        return terms is not None and terms.is_practice

    # --- deciding ---------------------------------------------------------------------------------

    def decide(self, given: Given, loaded: Loaded, now: str) -> Decision:
        """What a command to a link comes to, with what follows at tables and at another link."""
        link, command, name = loaded.state, given.command, given.name
        if not loaded.version and not isinstance(command, ApproveProposal | OpenLink):
            raise self._unknown(name)
        ladder = () if link.terms is None else link.terms.ladder
        by = by_of(given.caller, self.engine.register, ladder, now=now)._replace(id=given.id)
        inboxes = self._entries(name, command) if isinstance(command, Fold) else None
        events = decide(link, command, by, inboxes)
        if isinstance(command, VerifyClaim):
            check_winning_cards(self.engine.store, link.claims[command.claim], command.cards)
        beside = at_tables(link, events)
        also: list[Address] = []
        if isinstance(command, SendTransfer):
            received, at = self._received(name, link, events, command, by)
            also.append((link_stream(command.to_link), received))
            beside.append(at)
        after = link
        for event in events:
            after = evolve(after, event, by)
        drafts = [draft_of(event) for event in events]
        if (loaded.version + len(events)) // SNAPSHOT_EVERY > loaded.version // SNAPSHOT_EVERY:
            drafts.append(draft_of(LinkSnapshot(link=after)))
        return Decision(
            command=command,
            drafts=tuple(drafts),
            events=events,
            state=after,
            envelope=by._replace(role=by.department or by.role),
            beside=beside,
            also=also,
        )

    def _entries(self, name: str, command: Fold) -> dict[str, tuple[InboxEvent, ...]]:
        """What lies in inboxes of the batches to be folded; the owner has read it just before."""
        just_read = self._waiting.pop(name, {})
        return {
            batch.table: just_read[batch.table]
            if len(just_read.get(batch.table, ())) == batch.upto - batch.after
            else tuple(
                map(
                    event_of,
                    self.engine.store.read(
                        inbox_stream(name, batch.table), after=batch.after, upto=batch.upto
                    ),
                )
            )
            for batch in command.batches
        }

    def _received(
        self,
        name: str,
        link: Link,
        events: Sequence[LinkEvent],
        command: SendTransfer,
        by: Envelope,
    ) -> tuple[ReceiveTransfer, Append]:
        """Money from one link to another: sent and received together, or not at all (P28)."""
        there = self.current(command.to_link)
        other: Link = there.state
        kinds = {one.terms.is_practice for one in (link, other) if one.terms is not None}
        if len(kinds) > 1:
            # Play money never becomes money by going from one link to another.
            raise RuleBreach(
                f"One of {name} and {command.to_link} is a link of play money",
                clause="S15",
                remedy="Practice never touches a link that pays.",
            )
        if not other.is_open:
            raise RuleBreach(
                f"Link {command.to_link} is {other.status}",
                clause="P28",
                remedy="Name an open link.",
            )
        (sent,) = events
        assert isinstance(sent, TransferSent), "that is what sending is"
        receive = ReceiveTransfer(from_link=name, sent=sent)
        drafts = tuple(map(draft_of, decide(other, receive, by)))
        return receive, Append(link_stream(command.to_link), drafts, there.version)

    def describe(self, given: Given) -> str:
        """What was asked, in the words of the log of refusals."""
        return f"{super().describe(given)} of link {given.name}"

    # --- inboxes ----------------------------------------------------------------------------------

    def known_inbox(self, link: str, table: str) -> LoadedInbox:
        """A table's inbox as it was when it was last read or written here; it is read if never.

        That is enough for the next writer: what others wrote shows as a conflict.
        """
        return self._inboxes.get((link, table)) or self.inbox(link, table)

    def inbox(self, link: str, table: str) -> LoadedInbox:
        """A table's inbox with everything that was written so far."""
        stream = inbox_stream(link, table)
        loaded = self._inboxes.get((link, table))
        if loaded is None:
            head = self.engine.store.head(stream).version
            loaded = LoadedInbox(Inbox(), max(0, head - _TAIL))
        for entry in self.engine.store.read(stream, after=loaded.version):
            loaded = LoadedInbox(evolve_inbox(loaded.inbox, event_of(entry)), entry.version)
        self._inboxes[link, table] = loaded
        return loaded

    def inbox_append(
        self, link: str, table: str, loaded: LoadedInbox, events: Sequence[InboxEvent]
    ) -> list[Append]:
        """Events for the end of a table's inbox, tagged with the round they are of."""
        if not events:
            return []
        inbox = loaded.inbox
        for event in events:
            inbox = evolve_inbox(inbox, event)
        # Remembered beforehand: if it is not written after all, it is forgotten again.
        self._inboxes[link, table] = LoadedInbox(inbox, loaded.version + len(events))
        drafts = tuple(draft_of(event, tag=str(event.round)) for event in events)
        return [Append(inbox_stream(link, table), drafts, loaded.version)]

    def forget_inboxes(self, table: str) -> None:
        """Another process wrote to this table's inboxes."""
        self._inboxes = {key: one for key, one in self._inboxes.items() if key[1] != table}

    def waiting(self, link: Link, table: str) -> tuple[InboxEvent, ...]:
        """What lies in a table's inbox and is not on the meters yet."""
        read = link.reads.get(table, 0)
        stream = inbox_stream(link.id, table)
        return tuple(map(event_of, self.engine.store.read(stream, after=read)))

    def waiting_since(self, link: Link, table: str) -> str:
        """When the first was written of what is not on the meters yet; empty if nothing waits."""
        read = link.reads.get(table, 0)
        stream = inbox_stream(link.id, table)
        entries = self.engine.store.read(stream, after=read, upto=read + 1)
        return next((entry.time for entry in entries), "")

    def with_waiting(self, name: str) -> tuple[Loaded, Waiting]:
        """A link with everything written so far, and what every table's inbox holds for it.

        Link and inboxes are read at one go: on a busy machine each request to the server waits for
        its turn. What a very long inbox holds beyond a page comes with the next.
        """
        own, streams = link_stream(name), self.engine.streams
        link, version, time = streams.current(own)
        prefix = inbox_stream(name, "")
        after = {f"{prefix}{table}": link.reads.get(table, 0) for table in link.tables}
        found: dict[str, list[InboxEvent]] = {}
        for entry in self.engine.store.read_on({**after, own: version}):
            if entry.stream == own:
                event = event_of(entry)
                is_snapshot = isinstance(event, LinkSnapshot)
                link = event.link if is_snapshot else evolve(link, event, envelope_of(entry))
                version, time = entry.version, entry.time
            else:
                found.setdefault(entry.stream.removeprefix(prefix), []).append(event_of(entry))
        loaded = Loaded(link, version, time)
        streams.keep(own, loaded)
        # A claim may have folded some of them meanwhile, and each counts once.
        waiting = [
            (table, new)
            for table, events in found.items()
            if table in link.tables
            and (new := tuple(e for e in events if e.number > link.reads.get(table, 0)))
        ]
        self._waiting[name] = dict(waiting)
        return loaded, waiting

    # --- whether tables can reach it --------------------------------------------------------------

    def fault(self, name: str, table: str) -> str:
        """Why a table may take no wagers for a link, as players are told; empty if it may (P18)."""
        try:
            link = self.link(name)
            if link.status is not LinkStatus.RUNNING:
                return f"The link takes no wagers: {link.fault}"
            if table not in link.tables:
                return f"Table {table} does not share link {name}."
            if not self.is_approved(link):
                return "The link runs with other software than was approved for it."
            since = self.waiting_since(link, table)
        except PitbossError as error:
            return f"The link cannot be reached: {error}"
        if since and self._age(since) > self._patience:
            return f"Contributions have not been counted for {self._age(since)} seconds."
        return ""

    def is_approved(self, link: Link) -> bool:
        """Whether this very software is what was approved for a link (P19)."""
        approved = link.proposals.get(link.digest)
        return approved is not None and approved.software == self.software()

    def _age(self, at: str) -> int:
        return int((self.engine.clock() - datetime.fromisoformat(at)).total_seconds())


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
        prize = LinkPrize(
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


_FIVE = 5


def round_of(store: Store, claim: OpenClaim) -> PlayedRound:
    """The round that a claim was made in, however many were played since."""
    found = recall(store, claim.table, claim.round)
    assert found is not None, "a claim and the settlement of its round are one transaction"
    return found


def winning_cards(won: PlayedRound, claim: OpenClaim) -> Mapping[int, tuple[Card, ...]]:
    """The five cards each winner won with: their own, and the first community cards with them."""
    play = won.play
    return {
        winner.seat: (play.seats[winner.seat].cards + play.community)[:_FIVE]
        for winner in claim.winners
    }


def check_winning_cards(
    store: Store, claim: OpenClaim, shown: Mapping[int, tuple[Card, ...]]
) -> None:
    """Refuse other cards than those of the round, though they would win the same.

    Which they are is not said: the verifier has looked at them.
    """
    won = round_of(store, claim)
    for seat, cards in winning_cards(won, claim).items():
        if set(shown[seat]) != set(cards):
            raise RuleBreach(
                f"These are not the cards that seat {seat} won with in round {won.number}",
                clause="P34",
                remedy="Look at the cards again, or reject the claim.",
                seat=seat,
            )
