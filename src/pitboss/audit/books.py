"""Whether the money adds up: every posting balances, and the books agree with the table."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.ledger import accounts
from pitboss.ledger.accounts import Unbalanced
from pitboss.ledger.books import Ledger, as_booked, disagreements, wrong_expectations
from pitboss.ledger.postings import postings
from pitboss.money import NOTHING
from pitboss.round.result import RoundClosed
from pitboss.table.operation import TableClosed
from pitboss.table.table import Event, Table


class Books:
    """One table's accounts, posted entry by entry."""

    def __init__(self) -> None:
        self.ledger = Ledger()
        self._left = NOTHING
        """What lay on the layout when it was last looked at."""

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
        """Hold the books against the chips on the table, whenever a round or the table closes.

        What is wrong is said once: the books go on from what the table has, or every later round
        would say it again, and one changed cent could not be found among thousands of findings.
        """
        if not isinstance(event, RoundClosed | TableClosed):
            return
        differences = list(disagreements(self.ledger, after))
        yield from (("posting", difference) for difference in differences)
        left = self.ledger.of(accounts.LAYOUT)
        if left and left != self._left:
            yield "posting", f"{left.dollars} still lies on the layout"
        if differences:
            self.ledger = as_booked(after)
        self._left = self.ledger.of(accounts.LAYOUT)
