"""Whether the money adds up: every posting balances, and the books agree with the table."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.ledger import accounts
from pitboss.ledger.books import Ledger, disagreements, wrong_expectations
from pitboss.ledger.legs import Unbalanced
from pitboss.ledger.postings import postings
from pitboss.live.opening import events as opening_ev
from pitboss.live.table import Event, Table
from pitboss.table import events as round_ev


class Books:
    """One table's accounts, posted entry by entry."""

    def __init__(self) -> None:
        self.ledger = Ledger()

    def post(self, before: Table, event: Event) -> Iterator[tuple[str, str]]:
        """Post what an event moves; a count says what it expected to find."""
        for wrong in wrong_expectations(self.ledger, event):
            yield "posting", wrong
        try:
            legs = postings(before, event)
        except Unbalanced as error:
            yield "posting", str(error)
            return
        if legs:
            self.ledger = self.ledger.posted(legs)

    def compare(self, after: Table, event: Event) -> Iterator[tuple[str, str]]:
        """Hold the books against the chips on the table, whenever a round or the table closes."""
        if not isinstance(event, round_ev.RoundClosed | opening_ev.TableClosed):
            return
        for difference in disagreements(self.ledger, after):
            yield "posting", difference
        left = self.ledger.of(accounts.LAYOUT)
        if left:
            yield "posting", f"{left.dollars} still lies on the layout"
