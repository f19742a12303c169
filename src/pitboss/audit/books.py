"""Whether the money adds up: postings balance, and the books agree with table and meters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pitboss.audit.findings import Finding, finding_at, in_words
from pitboss.jackpot.aggregate import LinkEvent
from pitboss.jackpot.inbox import InboxEvent
from pitboss.jackpot.link import Link
from pitboss.jackpot.recount import Recount, variances
from pitboss.ledger import accounts
from pitboss.ledger.accounts import Leg, Unbalanced
from pitboss.ledger.books import Ledger, as_booked, disagreements, wrong_expectations
from pitboss.ledger.link_books import postings_of_link, with_inboxes, wrong_entries
from pitboss.ledger.postings import postings
from pitboss.money import NOTHING
from pitboss.round.result import RoundClosed
from pitboss.store.contract import Entry
from pitboss.table.operation import TableClosed
from pitboss.table.table import Event, Table

Inboxes = Mapping[str, Sequence[InboxEvent]]
"""What each table contributed, entry by entry."""


class TableBooks:
    """One table's accounts, posted entry by entry."""

    def __init__(self) -> None:
        self.ledger = Ledger()
        self._left = NOTHING
        """What lay on the layout when it was last looked at."""

    def check(self, before: Table, event: Event, after: Table) -> Iterator[tuple[str, str]]:
        """Post what an event moves, and compare with the chips when a round or the table closes.

        A count says what it expected to find. What is wrong is said once: the books go on from
        what the table has, or every later round would say it again, and one changed cent could not
        be found among thousands of findings.
        """
        for wrong in wrong_expectations(self.ledger, event):
            yield "posting", wrong
        try:
            if legs := postings(before, event):
                self.ledger = self.ledger.posted(legs)
        except Unbalanced as error:
            yield "posting", str(error)
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


class LinkAccounts:
    """One link's accounts, posted entry by entry, and its meters counted a second time."""

    def __init__(self, inboxes: Inboxes) -> None:
        self._inboxes = inboxes
        self._counted = Recount(inboxes)
        self._legs: list[Leg] = []

    def post(self, before: Link, event: LinkEvent, after: Link) -> None:
        """What an event moves."""
        self._legs += postings_of_link(before, after, event)
        self._counted.take(event)

    def check(self, link: Link, last: Entry) -> Iterator[Finding]:
        """The meters against a count from the inboxes (R4), and against what is owed (P29)."""
        for one in variances(link, self._counted):
            message = f"{one.level}, {one.what}: {one.metered} cents, recounted {one.recounted}"
            yield finding_at(last, "meter", message, rule="R4")
        for table, entries in self._inboxes.items():
            read = link.reads.get(table, 0)
            if read > len(entries):
                message = f"{read} entries of table {table} are counted; it has {len(entries)}"
                yield finding_at(last, "contribution", message, rule="I-07")
        try:
            found = list(with_inboxes(link, self._legs, self._inboxes).differences())
        except Exception as error:
            found = [f"the inboxes cannot be booked: {in_words(error)}"]
        for message in found:
            yield finding_at(last, "posting", message, rule="P29")
        name = last.stream.removeprefix("link/")
        for table, entries in self._inboxes.items():
            for number, message in wrong_entries(entries):
                yield Finding(
                    stream=f"inbox/{name}/{table}",
                    version=number,
                    kind="posting",
                    rule="P29",
                    message=message,
                )
