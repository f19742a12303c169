"""A round while it is played: its state, and how each event moves it on.

`evolve` knows no rulebook and no game: what an event says is what happened. So a log written
under yesterday's rules replays under today's code to the same state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from pitboss.cards import Card
from pitboss.frozen import replace
from pitboss.money import Money, total
from pitboss.round import events as ev
from pitboss.round.round import Funding, Level, LinkReading, Round, Seat
from pitboss.rulebook.model import OptionValue


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundState:
    """Everything that is true of a round at one moment."""

    rulebook: str = ""
    digest: str = ""
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    positions: int = 0
    method: str = ""
    limits: Mapping[str, tuple[Money, Money]] = field(default_factory=dict)
    unit: Money | None = None
    seats: Mapping[int, Seat] = field(default_factory=dict)
    is_closed_to_bets: bool = False
    magic_card: Card | None = None
    lucky_seat: int | None = None
    has_draws: bool = False
    steps_dealt: int = 0
    community: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    burned: tuple[Card, ...] = ()
    set_aside: tuple[Card, ...] = ()
    has_burned: bool = False
    viewed: frozenset[int] = frozenset()
    community_up: int = 0
    is_dealer_up: bool = False
    is_left_down: bool = False
    shown: frozenset[int] = frozenset()
    void: str | None = None
    settled: tuple[ev.WagerSettled, ...] = ()
    is_settled: bool = False
    is_over: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the round has begun and not ended."""
        return bool(self.rulebook) and not self.is_over

    @property
    def is_unwagered(self) -> bool:
        """Whether bets are open and no wager stands."""
        takes_bets = self.is_open and self.void is None and not self.is_closed_to_bets
        return takes_bets and not self.seats

    @property
    def live(self) -> tuple[Seat, ...]:
        """The seats whose hands are in the round, from the dealer's left."""
        seats = self.seats
        return tuple([seats[number] for number in sorted(seats) if seats[number].is_live])

    def facts(self, meters: Mapping[str, Level] | None = None) -> Round:
        """The round as settlement sees it."""
        link = None
        if self.unit is not None and meters:
            link = LinkReading(unit=self.unit, meters=meters)
        return Round(
            seats=tuple(at for _, at in sorted(self.seats.items())),
            positions=self.positions,
            community=self.community,
            dealer=self.dealer,
            limits=self.limits,
            link=link,
            magic_card=self.magic_card,
            lucky_seat=self.lucky_seat,
            void=self.void,
        )


def replay(log: Iterable[ev.Event]) -> RoundState:
    """The state a log leads to."""
    play = RoundState()
    for event in log:
        play = evolve(play, event)
    return play


def evolve(play: RoundState, event: ev.Event) -> RoundState:
    """The state after one more event."""
    # What happens most often is looked for first.
    match event:
        case ev.WagerPlaced():
            return _with_seat(play, _with_wager(play, event))
        case ev.WagerSettled():
            return replace(play, settled=(*play.settled, event))
        case ev.ChoiceMade():
            at = play.seats[event.seat]
            decisions = {**at.decisions, event.decision: event.choice}
            return _with_seat(play, replace(at, decisions=decisions))
        case ev.HandShown(seat=seat):
            return replace(play, shown=play.shown | {seat})
        case ev.RoundOpened():
            return RoundState(
                rulebook=event.rulebook,
                digest=event.digest,
                options=event.options,
                positions=event.positions,
                method=event.method,
                limits=event.limits,
                unit=event.unit,
            )
        case ev.WagerTakenDown():
            return _without_wager(play, event)
        case ev.BetsClosed():
            return replace(play, is_closed_to_bets=True)
        case ev.SeatStoodDown(seat=seat):
            return replace(play, seats={n: at for n, at in play.seats.items() if n != seat})
        case ev.DrawsRecorded():
            return replace(
                play, magic_card=event.magic_card, lucky_seat=event.lucky_seat, has_draws=True
            )
        case ev.CardsDealt():
            return _with_cards(play, event)
        case ev.HandViewed(seat=seat):
            return replace(play, viewed=play.viewed | {seat})
        case ev.CardBurned():
            return replace(play, has_burned=True)
        case ev.CardsTurned(what="dealer"):
            return replace(play, is_dealer_up=True)
        case ev.CardsTurned():
            return replace(play, community_up=play.community_up + len(event.cards))
        case ev.CardsLeftDown():
            return replace(play, is_left_down=True)
        case ev.HandDeclined(seat=seat):
            declined = _with_seat(play, replace(play.seats[seat], exposed=False))
            return replace(declined, shown=declined.shown | {seat})
        case ev.HandRemoved(seat=seat):
            return _with_seat(play, replace(play.seats[seat], removed=event.clause))
        case ev.HandForfeited(seat=seat):
            at = replace(play.seats[seat], removed=event.clause, is_forfeited=True)
            return _with_seat(play, at)
        case ev.CardsFound():
            return _with_cards_at(play, event)
        case ev.CardSetAside(card=card):
            return replace(play, set_aside=(*play.set_aside, card))
        case ev.WagerReturned():
            return _with_seat(play, _with_less(play.seats[event.seat], event))
        case ev.RoundVoided():
            return replace(play, void=event.clause)
        case ev.RoundSettled():
            return replace(play, is_settled=True)
        case ev.SettlementUndone():
            return replace(play, settled=(), is_settled=False, is_over=False)
        case ev.RoundClosed():
            return replace(play, is_over=True)
        case ev.WagerWithdrawn() | ev.MeterPaid():
            # The choice says that the wager is withdrawn, and the meters are the link's affair.
            return play
        case _:
            assert_never(event)


def _with_seat(play: RoundState, at: Seat) -> RoundState:
    return replace(play, seats={**play.seats, at.seat: at})


def _with_wager(play: RoundState, event: ev.WagerPlaced) -> Seat:
    at = play.seats.get(event.seat) or Seat(seat=event.seat, player=event.player)
    before = at.wagers.get(event.wager)
    stake = event.stake if before is None else before + event.stake
    at = replace(at, wagers={**at.wagers, event.wager: stake})
    if event.player == at.player and event.wager not in at.shares:
        return at
    parts = at.shares.get(event.wager, () if before is None else (Funding(at.player, before),))
    funding = {part.player: part.stake for part in parts}
    funding[event.player] = funding.get(event.player, Money(0)) + event.stake
    shared = tuple(Funding(player, stake) for player, stake in funding.items())
    return replace(at, shares={**at.shares, event.wager: shared})


def _without_wager(play: RoundState, event: ev.WagerTakenDown) -> RoundState:
    at = play.seats[event.seat]
    parts = tuple(part for part in at.shares.get(event.wager, ()) if part.player != event.player)
    wagers = {name: stake for name, stake in at.wagers.items() if name != event.wager}
    shares = {name: funding for name, funding in at.shares.items() if name != event.wager}
    if parts:
        wagers[event.wager] = total(part.stake for part in parts)
    if [part.player for part in parts] not in ([], [at.player]):
        shares[event.wager] = parts
    if not wagers:
        return replace(play, seats={n: s for n, s in play.seats.items() if n != event.seat})
    return _with_seat(play, replace(at, wagers=wagers, shares=shares))


def _with_less(at: Seat, event: ev.WagerReturned) -> Seat:
    left = at.wagers[event.wager] - event.stake
    wagers = {n: left if n == event.wager else stake for n, stake in at.wagers.items()}
    if not left:
        del wagers[event.wager]
    if event.wager not in at.shares:
        return replace(at, wagers=wagers)
    funding = {part.player: part.stake for part in at.shares[event.wager]}
    funding[event.player] -= event.stake
    parts = tuple(Funding(player, stake) for player, stake in funding.items() if stake)
    shares = {n: parts if n == event.wager else part for n, part in at.shares.items()}
    if [part.player for part in parts] in ([], [at.player]):
        del shares[event.wager]
    return replace(at, wagers=wagers, shares=shares)


def _with_cards_at(play: RoundState, event: ev.CardsFound) -> RoundState:
    seats = {n: replace(at, cards=event.hands.get(n, ())) for n, at in play.seats.items()}
    return replace(
        play,
        seats=seats,
        community=event.community,
        dealer=event.dealer,
        burned=event.burned,
    )


def _with_cards(play: RoundState, event: ev.CardsDealt) -> RoundState:
    seats = {
        number: replace(at, cards=at.cards + tuple(event.hands.get(number, ())))
        for number, at in play.seats.items()
    }
    return replace(
        play,
        seats=seats,
        community=play.community + event.community,
        dealer=play.dealer + event.dealer,
        burned=play.burned + event.burned,
        steps_dealt=play.steps_dealt + event.steps,
    )
