"""The books of a whole floor: all its tables and links put together."""

from __future__ import annotations

from pitboss.jackpot.aggregate import LinkEvent
from pitboss.ledger.books import ledger_of
from pitboss.ledger.link_books import books_of_link
from pitboss.money import NOTHING, Money
from pitboss.records.entries import event_of, recorded
from pitboss.store.contract import Store


def whole_books(store: Store) -> dict[str, Money]:
    """Every account that holds anything: they come to nothing, and links agree with meters."""
    names = [name.removeprefix("table/") for name in store.streams("table/")]
    ledgers = [ledger_of(map(event_of, store.read(f"table/{name}"))) for name in names]
    for stream in store.streams("link/"):
        link = stream.removeprefix("link/")
        inboxes = {n: [event_of(e) for e in store.read(f"inbox/{link}/{n}")] for n in names}
        log = map(recorded, store.read(stream))
        books = books_of_link([one for one in log if isinstance(one.event, LinkEvent)], inboxes)
        assert list(books.differences()) == []
        ledgers.append(books.ledger)
    whole: dict[str, Money] = {}
    for ledger in ledgers:
        for account, held in ledger.balances.items():
            whole[account] = whole.get(account, NOTHING) + held
    assert sum(held.cents for held in whole.values()) == 0
    return {account: held for account, held in whole.items() if held}
