"""The link desk: what a linked table's commands ask of its link, and write to its streams.

A table that opens joins its link. "No more bets" puts the round's contributions into the table's
own inbox, and wagers that go back take them out again. A settlement that takes from a level is
written together with its claim, or not at all; if another claim was entered first, the round is
settled anew on what that one left (I-11). The same holds for fixed awards, which are no percentage
of a level but paid from one (I-05).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from pitboss.envelope import AUTOMATIC, Envelope
from pitboss.errors import PitbossError, RoleBreach, RuleBreach
from pitboss.house.links import Links
from pitboss.house.seeds import Seeds
from pitboss.house.streams import Loaded, link_stream
from pitboss.jackpot.aggregate import LinkCommand, LinkEvent, decide, evolve
from pitboss.jackpot.awards import Sharing
from pitboss.jackpot.claims import EnterClaim, Figures, UndoClaim
from pitboss.jackpot.contributions import Batch, FoldContributions, JoinTable, fold
from pitboss.jackpot.fixed_awards import ReturnFixedAwards, TakeFixedAwards
from pitboss.jackpot.inbox import Contribute, Inbox, InboxCommand, Reverse
from pitboss.jackpot.inbox import decide as decide_inbox
from pitboss.jackpot.link import Link, Winner
from pitboss.money import NOTHING, Money
from pitboss.records.entries import draft_of
from pitboss.round.deal import RecordDraws
from pitboss.round.decisions import HandForfeited, HandRemoved
from pitboss.round.progressive import PROGRESSIVE
from pitboss.round.result import MeterPaid, RoundVoided, SettlementUndone, SettleRound
from pitboss.round.round import Seat
from pitboss.round.round import decide as decide_round
from pitboss.round.settlement import Level
from pitboss.round.wagers import BetsClosed, WagerPlaced, WagerReturned
from pitboss.rulebook.terms import Terms
from pitboss.store.contract import Append
from pitboss.table.chips.prizes import FixedAwardsMadeGood, fixed_awards, shares_won, winnings_of
from pitboss.table.operation import OpenTable, linked_wagers
from pitboss.table.rules import Setting, TableRules
from pitboss.table.table import Command, Event, Table

DECKS_IN_PLAY = 1
"""Every rulebook deals a round from one deck; two that alternate are one in play (I-13)."""
_GIVES_BACK = (HandRemoved, HandForfeited, WagerReturned, RoundVoided)


class LinkedCommand(NamedTuple):
    """A command to a linked table that was decided and is about to be written."""

    table: str
    link: str
    rules: TableRules
    before: Table
    command: Command
    events: Sequence[Event]
    after: Table
    by: Envelope

    @property
    def round(self) -> int:
        """The round the command found at the table."""
        return self.before.rounds.number


class Beside(NamedTuple):
    """What a table's command writes to the streams of its link."""

    appends: Sequence[Append] = ()
    also: Sequence[tuple[str, LinkCommand]] = ()
    """What the table asks of the link by it: stored with it, and decided again by the audit."""


class _Reading(NamedTuple):
    """A link as a settlement sees it: with the table's own contributions folded in."""

    loaded: Loaded
    fold: FoldContributions
    folded: tuple[LinkEvent, ...]
    after: Link
    levels: Mapping[str, Level]
    fixed_from: str | None
    """The level that pays fixed awards, if one does."""

    def fill(self, command: SettleRound) -> SettleRound:
        """A settlement that goes by what was read."""
        return _filled(command, self.levels, self.fixed_from)


class LinkDesk:
    """What all linked tables of a house ask of their links."""

    def __init__(self, links: Links, seeds: Seeds) -> None:
        self.links = links
        self._seeds = seeds
        self._readings: dict[str, _Reading] = {}
        """By table: of the settlement that is being decided."""
        self._last: dict[str, _Reading] = {}
        """By link: what was last read of it."""

    # --- before a command is decided --------------------------------------------------------------

    def prepared(self, name: str, rules: TableRules, table: Table, command: Command) -> Command:
        """A settlement goes by the meters as the link has them, whatever the caller says."""
        link = rules.setting.link
        self._readings.pop(name, None)
        if link is None or not isinstance(command, SettleRound):
            return command
        if table.play.void is not None or not _holds_wagers(table):
            return _filled(command, {}, None)
        try:
            reading = self._read(link, name)
        except PitbossError:
            # Where nothing is won from it, the table survives the loss of its link (D14), and the
            # round goes by what was last read.
            last = self._last.get(link)
            if last is None or next(shares_won(rules, table.play), None) is not None:
                raise
            known = last.fill(command)
            if last.fixed_from is not None and _pays_fixed_awards(rules, table, known):
                raise
            return known
        self._readings[name] = self._last[link] = reading
        return reading.fill(command)

    def _read(self, link: str, name: str) -> _Reading:
        loaded = self.links.current(link)
        after: Link = loaded.state
        # What the table contributed and the owner of the link has not counted yet.
        entries, read = self.links.waiting(after, name), after.reads.get(name, 0)
        batch = Batch(table=name, after=read, upto=read + len(entries))
        folding = FoldContributions(fence=after.fence, batches=(batch,))
        folded = tuple(fold(after, folding.batches, {name: entries}))
        for event in folded:
            after = evolve(after, event, AUTOMATIC)
        assert after.terms is not None, "a link that tables joined has terms"
        levels = {
            level.name: Level(after.meters[level.name].display, level.reset)
            for level in after.terms.levels
        }
        fixed_from = after.terms.fixed_awards_from_meter
        return _Reading(loaded, folding, folded, after, levels, fixed_from)

    # --- once it is decided -----------------------------------------------------------------------

    def beside(self, given: LinkedCommand) -> Beside:
        """What goes into the streams of the link; or a refusal, and nothing is written."""
        if isinstance(given.command, OpenTable):
            return self._join(given)
        self._check_reached(given)
        self._check_drawn(given)
        inbox, (appends, also) = self._into_inbox(given), self._into_link(given)
        return Beside([*inbox, *appends], also)

    def _check_reached(self, given: LinkedCommand) -> None:
        wagers = linked_wagers(given.rules)
        for event in given.events:
            if isinstance(event, WagerPlaced) and event.wager in wagers:
                fault = self.links.fault(given.link, given.table)
                if fault:
                    raise RuleBreach(
                        f"{event.wager!r} at table {given.table}, which cannot reach its link",
                        clause="P18",
                        remedy=f"{fault.rstrip('.')}. The game goes on without it.",
                        seat=event.seat,
                    )

    def _check_drawn(self, given: LinkedCommand) -> None:
        """Refuse draws that are not those of the seed at the link's own rates."""
        command, before = given.command, given.before
        if isinstance(command, RecordDraws) and before.rounds.draws:
            rates = self.links.rates(given.link)
            self._seeds.check_drawn(given.table, given.rules, before, command, rates)

    def _join(self, given: LinkedCommand) -> Beside:
        loaded = self.links.current(given.link)
        link: Link = loaded.state
        inbox = self.links.inbox(given.link, given.table).version
        join = replace(join_of(given.rules.setting, given.rules.terms), inbox=inbox)
        if given.table not in link.tables:
            return _beside(given.link, loaded, [join], decide(link, join, given.by))
        # A table that opens again has joined before; it is held to the same rules all the same.
        others = {name: one for name, one in link.tables.items() if name != given.table}
        alone = replace(link, tables=others, reads={**link.reads, given.table: inbox})
        decide(alone, join, given.by)
        return Beside()

    def _into_inbox(self, given: LinkedCommand) -> Sequence[Append]:
        """The round's contributions; or what takes some of them back."""
        command: InboxCommand | None
        if any(isinstance(event, BetsClosed) for event in given.events):
            if not _holds_wagers(given.after):
                return ()
            loaded = self.links.known_inbox(given.link, given.table)
            command = _contribute(given)
        elif any(isinstance(event, _GIVES_BACK) for event in given.events):
            # What goes back may have been contributed by another process.
            loaded = self.links.inbox(given.link, given.table)
            command = _reverse(given, loaded.inbox)
        else:
            return ()
        if command is None:
            return ()
        events = decide_inbox(self._reachable(given.link), loaded.inbox, command)
        return self.links.inbox_append(given.link, given.table, loaded, events)

    def _reachable(self, link: str) -> Link:
        """The link as it is now; out of reach, as it was when it was last read.

        It was read when the last of these wagers was made, and what it said then holds (D14).
        """
        try:
            return self.links.link(link)
        except PitbossError:
            return self.links.known(link)

    def _into_link(self, given: LinkedCommand) -> Beside:
        """The claim and the fixed awards of a settlement; or that they go back."""
        if any(isinstance(event, SettlementUndone) for event in given.events):
            chips = given.before.chips
            return self._undo(given) if chips.awards or chips.fixed else Beside()
        if not _takes(given.events):
            return Beside()
        loaded, folding, folded, after, *_ = self._readings[given.table]
        commands: list[LinkCommand] = [*_taking(given, self._contribution(given))]
        events = [*folded, *_decided(after, commands, given.by)]
        if folded:
            commands.insert(0, folding)
        return _beside(given.link, loaded, commands, events)

    def _contribution(self, given: LinkedCommand) -> int:
        """The entry of the round's own contribution; 0 where all of it was unreasonable."""
        standing = self.links.inbox(given.link, given.table).inbox.rounds.get(given.round)
        return 0 if standing is None else standing.number

    def _undo(self, given: LinkedCommand) -> Beside:
        """A settlement that is taken back takes with it all it took from levels (I-83, I-14)."""
        loaded = self.links.current(given.link)
        commands = list(_taking_back(given, loaded.state))
        try:
            events = _decided(loaded.state, commands, given.by)
        except RoleBreach as breach:
            # A person who reports a card does not expect to hear of a claim.
            is_paid = any(prize.round == given.round for prize in given.before.chips.paid_prizes)
            what = "which was paid and" if is_paid else "whose claim"
            raise RoleBreach(
                f"Round {given.round} was settled with a prize of link {given.link}, "
                f"{what} goes back with it",
                clause=breach.clause,
                remedy=f"{breach.problem}. {breach.remedy}",
            ) from breach
        return _beside(given.link, loaded, commands, events) if events else Beside()


def _filled(
    command: SettleRound, levels: Mapping[str, Level], fixed_from: str | None
) -> SettleRound:
    return replace(command, meters=levels, holds_prizes=True, fixed_from=fixed_from)


def _decided(link: Link, commands: Iterable[LinkCommand], by: Envelope) -> list[LinkEvent]:
    """What commands come to that are given one after another."""
    events = list[LinkEvent]()
    for command in commands:
        for event in decide(link, command, by):
            link = evolve(link, event, by)
            events.append(event)
    return events


def _beside(
    link: str, loaded: Loaded, commands: Iterable[LinkCommand], events: Sequence[LinkEvent]
) -> Beside:
    stream = link_stream(link)
    append = Append(stream, tuple(map(draft_of, events)), loaded.version)
    return Beside([append], [(stream, command) for command in commands])


# --- joining -------------------------------------------------------------------------------------


def join_of(setting: Setting, terms: Terms) -> JoinTable:
    """What a table with these settings asks of its link when it opens."""
    return JoinTable(
        table=setting.table,
        rulebook=setting.rulebook,
        digest=setting.digest,
        paytable=terms.table(PROGRESSIVE).paytable.id,
        currency=setting.currency,
        unit=setting.unit or NOTHING,
        decks=DECKS_IN_PLAY,
        sharing=sharing_of(terms),
        is_practice=setting.is_practice,
        inbox=0,
    )


def sharing_of(terms: Terms) -> Sharing:
    """How several winners at a table share."""
    return Sharing(
        rounding=terms.rounding,
        seed_based=terms.options.get("sf_multi") == "seed_based",
        one_by_one=terms.options.get("multi_winner") == "settlement_order",
    )


# --- contributions -------------------------------------------------------------------------------


def _holds_wagers(table: Table) -> bool:
    """Whether there is a progressive wager in the round."""
    return any(PROGRESSIVE in at.wagers for at in table.play.seats.values())


def _contribute(given: LinkedCommand) -> Contribute:
    """ "No more bets": every wager that stands (I-07).

    Those of seats stood down are gone, and those of a hand that was removed before go back.
    """
    setting, seats = given.rules.setting, given.after.play.seats
    return Contribute(
        table=given.table,
        round=given.after.rounds.number,
        game=setting.rulebook,
        wagers={seat: at.wagers for seat, at in seats.items() if _stands(at)},
        is_practice=setting.is_practice,
    )


def _reverse(given: LinkedCommand, inbox: Inbox) -> Reverse | None:
    """What goes back of what the round contributed; nothing if all of it still stands."""
    number = given.after.rounds.number
    standing = inbox.rounds.get(number)
    if standing is None:
        return None
    left = _standing_stakes(given.rules, given.after)
    back = {
        seat: stake - left.get(seat, NOTHING)
        for seat, stake in standing.stakes.items()
        if left.get(seat, NOTHING) < stake
    }
    if not back:
        return None
    cause = [event for event in given.events if isinstance(event, _GIVES_BACK)][-1]
    return Reverse(table=given.table, round=number, stakes=back, clause=cause.clause)


def _standing_stakes(rules: TableRules, table: Table) -> Mapping[int, Money]:
    """The progressive wagers that will not go back, as the round stands.

    A hand that was forfeited lost its wagers, so that they stay; one without the wager it needs
    beside never was a wager (I-91).
    """
    play = table.play
    if play.void is not None:
        return {}
    needs = rules.rulebook.wagers[PROGRESSIVE].needs
    return {
        at.seat: at.wagers[PROGRESSIVE]
        for at in play.seats.values()
        if PROGRESSIVE in at.wagers and _stands(at) and any(name in at.wagers for name in needs)
    }


def _stands(at: Seat) -> bool:
    return at.removed is None or at.is_forfeited


# --- claims and fixed awards ---------------------------------------------------------------------


def _pays_fixed_awards(rules: TableRules, table: Table, command: SettleRound) -> bool:
    settled = decide_round(rules.game, rules.terms, table.play, command)
    return bool(fixed_awards(rules, table.play, settled))


def _takes(events: Sequence[Event]) -> bool:
    """Whether a settlement takes anything from a level."""
    return any(
        bool(event.awarded)
        if isinstance(event, MeterPaid)
        else isinstance(event, FixedAwardsMadeGood)
        for event in events
    )


def _taking(given: LinkedCommand, contribution: int) -> Iterator[LinkCommand]:
    """What a settlement asks of the link: percentages first, then awards that are none (I-05).

    `contribution` is the entry of the round's own wagers in the inbox.
    """
    if any(isinstance(event, MeterPaid) and event.awarded for event in given.events):
        yield EnterClaim(
            table=given.table,
            round=given.round,
            contribution=contribution,
            winners=_winners(given),
            levels=_figures(given.events),
        )
    for event in given.events:
        if isinstance(event, FixedAwardsMadeGood):
            yield TakeFixedAwards(
                table=given.table,
                round=given.round,
                contribution=contribution,
                level=event.level,
                awards=fixed_awards(given.rules, given.before.play, given.events),
                taken=event.amount,
            )


def _taking_back(given: LinkedCommand, link: Link) -> Iterator[LinkCommand]:
    """What a settlement that is undone asks of the link: all it took goes back (I-83, I-14).

    A claim that was rejected is not undone: the link has it all back.
    """
    chips, own = given.before.chips, (given.table, given.round)
    claims = [*link.claims.values(), *(one.claim for one in link.paid.values())]
    claim = next((one.claim for one in claims if (one.table, one.round) == own), None)
    if chips.awards and claim is not None:
        yield UndoClaim(claim=claim, reason=f"the settlement of round {given.round} was undone")
    if chips.fixed:
        yield ReturnFixedAwards(table=given.table, round=given.round)


def _winners(given: LinkedCommand) -> tuple[Winner, ...]:
    """Every seat that the settlement paid a share of a level."""
    amounts = winnings_of(given.events)
    return tuple(
        Winner(
            seat=at.seat,
            player=at.player,
            hand=hand,
            level=share.meter,
            percent=share.percent,
            amount=amounts[at.seat],
        )
        for at, hand, share in shares_won(given.rules, given.before.play)
    )


def _figures(events: Sequence[Event]) -> dict[str, Figures]:
    """Each level before and after, as the settlement has it."""
    return {
        event.meter: Figures(
            before=event.before,
            awarded=event.awarded,
            resets=event.after + event.awarded - event.before,
            after=event.after,
        )
        for event in events
        if isinstance(event, MeterPaid)
    }
