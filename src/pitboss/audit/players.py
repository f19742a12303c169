"""Whether players' accounts and sessions came about as they may, and agree with the tables.

Money and sittings stand in an account and at a table, by the same command. A session is opened
once, by a person who may, and perhaps closed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pitboss.audit.findings import Finding, OpensSeals, finding_at
from pitboss.audit.replay import Replay, ReplayStep, Wrong
from pitboss.audit.roles import Registers
from pitboss.audit.times import SetBacks
from pitboss.codec import name_of
from pitboss.envelope import PLAYER, Envelope
from pitboss.players import account, sessions
from pitboss.players.account import (
    Account,
    BroughtFromTable,
    GotUp,
    PlayerCommand,
    PlayerEvent,
    PlayerRegistered,
    SatDown,
    TakenToTable,
    key_of,
)
from pitboss.players.sessions import (
    Session,
    SessionCommand,
    SessionEvent,
    SessionOpened,
    marked_text,
)
from pitboss.records.entries import event_of
from pitboss.staff.access import SignInSucceeded
from pitboss.store.contract import Entry
from pitboss.table.chips.exchange import BoughtIn, CashedOut
from pitboss.table.people.seats import SeatLeft, SeatTaken

ACCOUNT, SESSION = "player/", "session/"
_AT_TABLES: dict[type, type] = {
    TakenToTable: BoughtIn,
    BroughtFromTable: CashedOut,
    SatDown: SeatTaken,
    GotUp: SeatLeft,
}
"""What an account says, and what the table says of the same."""
_NAMES = frozenset(map(name_of, _AT_TABLES.values()))


class TableVisits:
    """What players did themselves at tables that an account has to know, by their commands."""

    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}

    def note(self, entry: Entry) -> None:
        """One entry of a table."""
        if entry.role == PLAYER and entry.name in _NAMES:
            self._entries[entry.command] = entry

    def take(self, command: str) -> Entry | None:
        """What a command did at a table, which is then accounted for."""
        return self._entries.pop(command, None)

    def left(self) -> Iterable[Entry]:
        """What no account knows of."""
        return self._entries.values()


def check_accounts(
    accounts: Mapping[str, Iterable[Entry]],
    visits: TableVisits,
    asked: Mapping[str, str],
    clock: SetBacks,
) -> Iterator[Finding]:
    """Replay every account, by its stream, beside what its player did at tables."""
    replayed = {}
    for stream, entries in accounts.items():
        replayed[stream] = one = _AccountReplay(stream, visits, asked, clock)
        yield from one.run(entries)
    for entry in visits.left():
        known = replayed.get(f"{ACCOUNT}{key_of(entry.actor)}")
        if known is not None and known.should_know(entry):
            message = f"nothing of it is in the account of {known.state.name}"
            yield finding_at(entry, "posting", message)


class _AccountReplay(Replay[Account]):
    def __init__(
        self, stream: str, visits: TableVisits, asked: Mapping[str, str], clock: SetBacks
    ) -> None:
        super().__init__(stream, Account(), asked, clock)
        self._visits = visits
        self._opened = ""

    def should_know(self, entry: Entry) -> bool:
        """Whether it was done at a table once there was an account, by its own player."""
        if self.is_lost or not self._opened or entry.time <= self._opened:
            return False
        if entry.name != name_of(SeatLeft):
            return True
        # A player who sits nowhere by the account leaves a table without a word in it.
        since = self.state.sitting.get(entry.stream.removeprefix("table/"))
        return since is not None and since <= entry.time

    def decide(
        self, state: Account, command: PlayerCommand, envelope: Envelope
    ) -> Sequence[PlayerEvent]:
        return account.decide(state, command, envelope)

    def evolve(self, state: Account, event: PlayerEvent, envelope: Envelope) -> Account:
        return account.evolve(state, event, envelope)

    def take(self, entry: Entry, event: PlayerEvent) -> Iterator[Wrong]:
        yield from super().take(entry, event)
        if isinstance(event, PlayerRegistered):
            self._opened = self._opened or entry.time
            if key_of(event.name) != self.name:
                yield "event", f"it is the account of {event.name}"
        if (key_of(entry.actor), entry.role, entry.second) != (self.name, PLAYER, ""):
            beside = f" with {entry.second}" if entry.second else ""
            said = f"by {entry.actor}{beside} as {entry.role or 'no role'}"
            yield "permission", f"it is on record as {said}, and is the player's own"
        visit = self._visits.take(entry.command)
        if visit is not None:
            yield from (("posting", message) for message in _otherwise(event, visit))
        elif isinstance(event, TakenToTable | BroughtFromTable | SatDown):
            yield "posting", f"nothing was done at table {event.table} by the same command"


def _otherwise(event: PlayerEvent, entry: Entry) -> Iterator[str]:
    """How the account has something else than the table, of one command."""
    try:
        at_table = event_of(entry)
    except Exception:
        # Found where the table itself is replayed.
        return
    table = entry.stream.removeprefix("table/")
    if type(at_table) is not _AT_TABLES.get(type(event)):
        yield f"the same command is {entry.name} at table {table}"
        return
    assert isinstance(event, TakenToTable | BroughtFromTable | SatDown | GotUp)
    if event.table != table:
        yield f"it says table {event.table}, and the same command was given to table {table}"
    taken, given = getattr(event, "amount", None), getattr(at_table, "amount", None)
    if taken != given:
        yield f"{taken} here, and {given} at table {table}"


# --- sessions -------------------------------------------------------------------------------------


class SignIns:
    """Who signed in by which command, and that each opens one session at most."""

    def __init__(self, entries: Iterable[Entry]) -> None:
        self._written: dict[str, tuple[Entry, SignInSucceeded]] = {}
        self._used: dict[str, str] = {}
        for entry in entries:
            try:
                event = event_of(entry)
            except Exception:
                # Found where every entry is looked at by itself.
                continue
            if isinstance(event, SignInSucceeded):
                self._written[entry.command] = entry, event

    def wrong(self, stream: str, opened: SessionOpened, time: str) -> Iterator[str]:
        """What is wrong with the sign-in that a session of a member of staff names."""
        found = self._written.get(opened.sign_in)
        if found is None or found[1].person != opened.person:
            yield f"{opened.person} did not sign in for it"
            return
        entry, event = found
        if entry.time > time:
            yield f"it was opened before {opened.person} signed in for it"
        if opened.by_two_factors != (event.step is not None):
            yield f"it does not say as the sign-in does whether {opened.person} showed a code"
        if self._used.setdefault(opened.sign_in, stream) != stream:
            yield "another session was opened by the same sign-in"


class SessionReplay(Replay[Session]):
    """One session: it is opened, and perhaps closed, and that is all."""

    def __init__(
        self,
        stream: str,
        registers: Registers,
        asked: Mapping[str, str],
        clock: SetBacks,
        *,
        sign_ins: SignIns,
        seals: OpensSeals | None,
    ) -> None:
        """`seals`: the key of the house, where the audit has it."""
        super().__init__(stream, Session(), asked, clock)
        self._registers = registers
        self._sign_ins = sign_ins
        self._seals = seals

    def decide(
        self, state: Session, command: SessionCommand, envelope: Envelope
    ) -> Sequence[SessionEvent]:
        return sessions.decide(state, command, envelope)

    def evolve(self, state: Session, event: SessionEvent, envelope: Envelope) -> Session:
        return sessions.evolve(state, event, envelope)

    def check_step(self, step: ReplayStep[Session]) -> Iterator[Wrong]:
        for event in step.events:
            if isinstance(event, SessionOpened):
                for message in self._wrong(event, step.first.time):
                    yield "permission", message

    def _wrong(self, opened: SessionOpened, time: str) -> Iterator[str]:
        if not opened.mark:
            yield "it has no mark of the house, and lets nobody in"
        elif self._seals is not None:
            text = marked_text(self.stream, opened)
            if not self._seals.is_marked(text, opened.mark):
                yield "its mark is not that of this house, and it lets nobody in"
        if not opened.is_staff:
            return
        people = [one.active(opened.person) for one in self._registers.at(time)]
        known = [person for person in people if person is not None]
        if not known:
            yield f"{opened.person} was not on the register"
        elif not any(person.renewals == opened.renewals for person in known):
            yield f"it is of another secret or second factor than {opened.person} had"
        yield from self._sign_ins.wrong(self.stream, opened, time)
