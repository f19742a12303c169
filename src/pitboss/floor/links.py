"""The links of a floor: contributions counted, and claims verified and paid."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from pitboss.cards import Card
from pitboss.floor.demonstration import CASHIER, SUPERVISOR
from pitboss.floor.floor import Floor, TableLeases
from pitboss.floor.problems import Problem
from pitboss.house.callers import Member
from pitboss.house.link_service import Owner
from pitboss.house.links import Links, round_of, winning_cards
from pitboss.house.streams import link_stream
from pitboss.jackpot.claims import PayClaim, VerifyClaim
from pitboss.jackpot.link import OpenClaim
from pitboss.records.played_rounds import PlayedRound
from pitboss.shuffling import context_of, deck_of
from pitboss.table.rounds import SeedsOpened

_LOOKS_EVERY = timedelta(seconds=1)


def settle_claim(
    links: Links,
    link: str,
    claim: OpenClaim,
    deck: tuple[Card, ...],
    *,
    verifies: Member,
    pays: Member,
    command: str | None = None,
) -> None:
    """Verify a claim unless it is verified, and pay it; once for each `command`."""
    number = claim.claim
    if not claim.is_verified:
        cards = winning_cards(round_of(links.engine.store, claim), claim)
        verify = VerifyClaim(claim=number, cards=cards, deck=deck)
        links.engine.give(
            link_stream(link), verify, verifies, None if command is None else f"{command}/verify"
        )
    pay = PayClaim(claim=number)
    links.engine.give(link_stream(link), pay, pays, None if command is None else f"{command}/pay")


class AutomaticClaims:
    """Claims on a demonstration floor: whatever staff has not seen to in a while, the system does.

    It does so under its own names, so that its word is not taken for a person's. A prize that is
    locked waits for its papers, and a table that people deal for its people.
    """

    def __init__(self, floor: Floor, *, lease: TableLeases | None = None) -> None:
        self._floor = floor
        self._lease = lease or TableLeases()
        self._due: datetime | None = None
        self.problems: dict[str, Problem] = {}
        """What went wrong at a link when it was last looked at; it is looked at again."""

    def tick(self, now: datetime) -> datetime | None:
        """See to what is due; the answer is when to ask again, if ever."""
        links = self._floor.links
        if links is None or self._floor.supervisor is None:
            return None
        # One that lies further ahead was reckoned by a clock that was set back since (D9).
        if self._due is None or not now < self._due <= now + _LOOKS_EVERY:
            self._due = now + _LOOKS_EVERY
            for name in self._floor.config.links:
                self._look(links, name, now)
        return self._due

    def _look(self, links: Links, name: str, now: datetime) -> None:
        try:
            for claim, deck in list(self._due_on(links, name, now)):
                settle_claim(
                    links,
                    name,
                    claim,
                    deck,
                    verifies=Member(SUPERVISOR),
                    pays=Member(SUPERVISOR, CASHIER),
                    command=f"demonstration/claim/{name}/{claim.claim}",
                )
        except Exception as error:
            # A member of staff may have been a moment faster: the next look tells.
            self.problems[name] = Problem.of(error)
        else:
            self.problems.pop(name, None)

    def _due_on(
        self, links: Links, name: str, now: datetime
    ) -> Iterator[tuple[OpenClaim, tuple[Card, ...]]]:
        if name not in links.names():
            return
        for claim in links.link(name).claims.values():
            is_due = datetime.fromisoformat(claim.at) + self._floor.config.pace.claim <= now
            if claim.is_locked or not is_due or not self._lease.holds(claim.table):
                continue
            deck = _counted(round_of(links.engine.store, claim))
            if deck:
                yield claim, deck


def _counted(won: PlayedRound) -> tuple[Card, ...]:
    """The deck of a round as its opened seed gives it; none where people dealt, or until then."""
    opened = next((e for e in won.events if isinstance(e, SeedsOpened) and e.deck), None)
    if opened is None:
        return ()
    return deck_of(opened.deck, context_of(won.table, won.number), opened.contributions)


FOLD_EVERY = timedelta(milliseconds=250)
"""How soon a contribution is on the meters that are shown."""
_LOOK_EVERY = timedelta(seconds=2)


class LinkCounter:
    """One process that counts for every link which no other counts for."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self.problems: dict[str, Problem] = {}
        """Why a link was not counted for when it was last tried; it is tried again."""
        self._owners: dict[str, Owner] = {}
        self._again: dict[str, datetime] = {}
        self._look: datetime | None = None
        self._ticked: datetime | None = None

    def tick(self, now: datetime) -> datetime:
        """Count what waits; the answer is when to ask again."""
        if self._ticked is not None and now < self._ticked:
            # The clock was set back (D9): no link waits until it shows that time again.
            self._look = None
            self._again.clear()
        self._ticked = now
        if self._look is None or self._look <= now:
            self._look = now + _LOOK_EVERY
            for name in self._links.names():
                self._owners.setdefault(name, Owner(self._links, name))
        for name, owner in self._owners.items():
            if name not in self._again or self._again[name] <= now:
                self._again[name] = now + self._step(name, owner)
        return now + FOLD_EVERY

    def _step(self, name: str, owner: Owner) -> timedelta:
        try:
            owner.step()
        except Exception as error:
            # Out of reach, or software that was not approved for it: it is tried again.
            owner.give_back()
            self.problems[name] = Problem.of(error)
            return _LOOK_EVERY
        self.problems.pop(name, None)
        return FOLD_EVERY

    def close(self) -> None:
        """Let others count."""
        for owner in self._owners.values():
            owner.give_back()
