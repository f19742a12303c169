"""Rounds found by their entries: every step, and the record that settles to the same cents."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.cards import Card
from pitboss.codec import name_of
from pitboss.errors import Corrupt, Fault, RecordRefused
from pitboss.money import NOTHING
from pitboss.records.entries import event_of
from pitboss.records.rounds import FORMAT
from pitboss.round.result import MeterPaid
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import RoundState, Seat, evolve
from pitboss.round.settlement import Level
from pitboss.round.start import progressive_table
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.terms import Terms, terms_of
from pitboss.store.chain import REMEDY
from pitboss.store.contract import Entry, Store
from pitboss.table.rounds import BetsCalled
from pitboss.table.table import TableSnapshot

CALLED = name_of(BetsCalled)
"""The name of the first entry of every round."""
_SNAPSHOT = name_of(TableSnapshot)
_STEP = 100
"""How many entries are read at a time to find the end of a round: most have fewer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedRound:
    """One round of one table, from calling for bets to opening the seeds."""

    table: str
    number: int
    entries: tuple[Entry, ...]
    events: tuple[Any, ...]
    play: RoundState
    gaming_day: str

    @property
    def paid(self) -> dict[str, MeterPaid]:
        """What the last settlement says of each meter."""
        return {event.meter: event for event in self.events if isinstance(event, MeterPaid)}

    @property
    def meters(self) -> dict[str, Level]:
        """The meters as the last settlement read them."""
        return {
            meter: Level(amount=event.before, reset=event.reset)
            for meter, event in self.paid.items()
        }


def recall(store: Store, table: str, number: int) -> PlayedRound | None:
    """A round by its number; None if the table never played it."""
    entries = entries_of(store, table, number)
    return played_round(table, number, entries) if entries else None


def recall_all(store: Store, table: str) -> Iterator[PlayedRound]:
    """Every round of a table, read through from the beginning."""
    number, own = 0, list[Entry]()
    for entry in store.read(f"table/{table}"):
        if entry.name == CALLED:
            if own:
                yield played_round(table, number, own)
            number, own = event_of(entry).number, []
        if number and entry.tag == str(number):
            own.append(entry)
    if own:
        yield played_round(table, number, own)


def entries_of(store: Store, table: str, number: int) -> tuple[Entry, ...]:
    """The entries of a round, in order; none if the table never played it.

    What a store keeps beside a stream to find things by may be damaged, and entries that it leaves
    out are missed by no hash. So it only says where a round begins, which its first entry shows
    itself; the rest is what stands in the stream up to the next round.
    """
    stream = f"table/{table}"
    found = tuple(store.read(stream, tag=str(number)))
    if not found:
        latest = store.last(stream, CALLED)
        if latest is None or not 1 <= number <= event_of(latest).number:
            return ()
        # It may have begun since.
        found = tuple(store.read(stream, tag=str(number)))
        if not found:
            raise _unfound(stream, number)
    first = found[0]
    if first.name != CALLED or event_of(first).number != number:
        raise _unfound(stream, number)
    own = [first]
    for entry in _behind(store, stream, first.version):
        if entry.name == CALLED:
            break
        if entry.tag == first.tag:
            own.append(entry)
    # While it is played, more of it may have been written since.
    if tuple(own[: len(found)]) != found:
        raise _unfound(stream, number)
    return tuple(own)


def happened(store: Store, played: PlayedRound) -> Iterator[Entry]:
    """All that is on record from a round's first entry to its last, in order.

    What befell people, chips and decks meanwhile is no part of the round, and belongs to what
    happened in it. A snapshot says nothing new.
    """
    first, last = played.entries[0].version, played.entries[-1].version
    for entry in store.read(f"table/{played.table}", after=first - 1, upto=last):
        if entry.name != _SNAPSHOT:
            yield entry


def _behind(store: Store, stream: str, version: int) -> Iterator[Entry]:
    read = _STEP
    while read == _STEP:
        read = 0
        for entry in store.read(stream, after=version, upto=version + _STEP):
            read += 1
            yield entry
        version += read


def _unfound(stream: str, number: int) -> Corrupt:
    return Corrupt(
        f"{stream}: what is found under round {number} is not the whole round: what the store "
        f"keeps to find entries by is damaged, or they are filed wrongly. {REMEDY}"
    )


def played_round(table: str, number: int, entries: Sequence[Entry]) -> PlayedRound:
    """A round from its entries."""
    events = tuple(event_of(entry) for entry in entries)
    called = next((e for e in events if isinstance(e, BetsCalled)), None)
    play = RoundState()
    for event in events:
        if isinstance(event, RoundEvent):
            play = evolve(play, event)
    return PlayedRound(
        table=table,
        number=number,
        entries=tuple(entries),
        events=events,
        play=play,
        gaming_day="" if called is None else called.gaming_day,
    )


def record_of(played: PlayedRound, rules: Rulebook) -> dict[str, Any]:
    """The round as a round record."""
    play = played.play
    if play.digest != rules.digest:
        raise RecordRefused(
            [
                Fault(
                    place=f"round {played.number} of table {played.table}",
                    problem=f"was played under {play.rulebook} with digest {play.digest[:12]}, "
                    f"and the file at hand has {rules.digest[:12]}",
                    remedy="bring the rulebook file of that day with --rulebook-file",
                )
            ]
        )
    record = round_record(terms_of(rules, play.options), play, played.meters)
    record["round"] = played.number
    record["gaming_day"] = played.gaming_day
    record["table"]["id"] = played.table
    return record


# --- as a record ---------------------------------------------------------------------------------


def round_record(
    terms: Terms, play: RoundState, meters: Mapping[str, Level] | None = None
) -> dict[str, Any]:
    """Everything that happened, enough to settle it with no other source."""
    rules = terms.rules
    record: dict[str, Any] = {
        "format": FORMAT,
        "rulebook": rules.id,
        "edition": rules.edition,
        "effective": rules.effective,
        "currency": rules.currency,
        "digest": rules.digest,
        "source": rules.source,
        "options": dict(play.options),
        "table": {"positions": play.positions, "method": play.method},
        "cards": {
            "community": [str(card) for card in _played(terms, play)],
            "dealer": [str(card) for card in play.dealer],
            "burned": [str(card) for card in play.burned],
        },
        "seats": [_seat_record(terms, at) for _, at in sorted(play.seats.items())],
    }
    if play.limits:
        record["table"]["limits"] = {
            name: [str(least), str(most)] for name, (least, most) in play.limits.items()
        }
    if play.void is not None and not meters:
        meters = _unread(terms, play)
    if play.unit is not None and meters:
        record["link"] = {
            "unit": str(play.unit),
            "meters": {
                name: {"amount": str(level.amount), "reset": str(level.reset)}
                for name, level in meters.items()
            },
        }
    if play.has_draws:
        drawn = None if play.magic_card is None else str(play.magic_card)
        draws = {"magic_card": drawn, "lucky_seat": play.lucky_seat}
        record["draws"] = {name: value for name, value in draws.items() if value is not None}
    if play.void is not None:
        record["void"] = play.void
    return record


def _unread(terms: Terms, play: RoundState) -> dict[str, Level]:
    """The meters of a void round, which were never read: nothing is paid from them.

    A progressive wager cannot stand in a record without its link, though all of it goes back.
    """
    table = progressive_table(terms)
    has_wager = any("progressive" in at.wagers for at in play.seats.values())
    if table is None or not has_wager:
        return {}
    return {name: Level(amount=NOTHING, reset=NOTHING) for name in table.seeds}


def _played(terms: Terms, play: RoundState) -> tuple[Card, ...]:
    """Community cards that were turned; where the rules leave some down, those do not count.

    A record has all of them, those that make a hand of five, or as many as are open when hands may
    fold. Where more were seen when the last hand was taken out, it has all.
    """
    if terms.rules.may_end_without == "nothing" or play.void is not None:
        return play.community
    if play.community_up > 5 - terms.rules.hand_cards:
        return play.community
    return play.community[: play.community_up]


def _seat_record(terms: Terms, at: Seat) -> dict[str, Any]:
    rules = terms.rules
    seat: dict[str, Any] = {
        "seat": at.seat,
        "player": at.player,
        "cards": [str(card) for card in at.cards],
        "wagers": {
            name: str(stake)
            for name, stake in at.wagers.items()
            if rules.wagers[name].follows is None
        },
        "decisions": {
            name: choice
            for name, choice in at.decisions.items()
            if choice in rules.decisions[name].choices
            # A wager that was returned takes what was decided about it along.
            and any(wager in at.wagers for wager in rules.decisions[name].asked_of)
        },
    }
    if not at.exposed:
        seat["exposed"] = False
    if at.removed is not None:
        seat["removed"] = at.removed
    if at.is_forfeited:
        seat["forfeited"] = True
    if at.shares:
        seat["shares"] = {
            name: [{"player": part.player, "stake": str(part.stake)} for part in parts]
            for name, parts in at.shares.items()
        }
    return seat
