"""Players' accounts as they are kept: each a stream of its own, read, decided upon and written."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from uuid import uuid4

from pitboss.errors import Conflict
from pitboss.players import commands as do
from pitboss.players.account import Account, evolve
from pitboss.players.asked import asked_of
from pitboss.players.decide import decide, key_of
from pitboss.records.stored import draft_of, event_of
from pitboss.store.contract import Append, Order, Store

TRIES = 8
_MOST_KEPT = 10_000
"""Accounts at hand; those nobody asked about for longest are read again when they are wanted."""
_PREFIX = "player/"


def stream_of(name: str) -> str:
    """The stream of an account; names that read alike are one."""
    return f"{_PREFIX}{key_of(name)}"


@dataclass(frozen=True, slots=True)
class Kept:
    """An account as read so far."""

    account: Account
    version: int


class KeptAccounts:
    """Every account on one store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[str, Kept] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def read(self, name: str) -> Kept:
        """An account as the store has it now; one that does not exist is empty."""
        stream = stream_of(name)
        kept = self._kept.get(stream) or Kept(Account(), 0)
        account, version = kept.account, kept.version
        for entry in self._store.read(stream, after=version):
            account = evolve(account, event_of(entry))
            version = entry.version
        kept = self._kept[stream] = Kept(account, version)
        self._kept.move_to_end(stream)
        if len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)
        return kept

    def known(self, name: str) -> Account:
        """An account as it was seen last, for what is shown and not decided by."""
        return (self._kept.get(stream_of(name)) or self.read(name)).account

    def forget(self, name: str) -> None:
        """Let go of what is kept in memory of somebody who left; the store has it all."""
        self._kept.pop(stream_of(name), None)

    def decided(self, name: str, command: do.Command) -> Append:
        """What a command adds to an account as it stands now."""
        kept = self.read(name)
        drafts = tuple(draft_of(event) for event in decide(kept.account, command))
        return Append(stream=stream_of(name), drafts=drafts, expected=kept.version)

    def do(self, name: str, command: do.Command) -> Account:
        """Decide and write, and again if another request of the same player was first."""
        for _ in range(TRIES):
            append = self.decided(name, command)
            account = self.known(name)
            if not append.drafts:
                return account
            order = Order(
                id=str(uuid4()),
                asked=asked_of(command),
                actor=account.name or name,
                role="player",
                time=command.at,
            )
            try:
                self._store.append(order, [append])
            except Conflict:
                continue
            return self.read(name).account
        raise Conflict(append.stream, expected=append.expected or 0, found=-1)
