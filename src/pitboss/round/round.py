"""One round of play: its state, how each event moves it on, and what a command comes to.

`evolve` knows no rulebook and no game: what an event says is what happened. So a log written
under yesterday's rules replays under today's code to the same state.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import assert_never

from pitboss.cards import Card
from pitboss.frozen import replace
from pitboss.money import NOTHING, Money, total
from pitboss.round.deal import (
    BurnCard,
    CardBurned,
    CardsDealt,
    CardSetAside,
    CardsFound,
    CardsLeftDown,
    CardsTurned,
    DealCards,
    DrawsRecorded,
    LeaveDown,
    RecordDraws,
    TurnCards,
    dealt,
    drawn,
)
from pitboss.round.decisions import (
    ChoiceMade,
    Choose,
    DeclineToShow,
    HandDeclined,
    HandForfeited,
    HandRemoved,
    HandShown,
    HandViewed,
    RemoveHand,
    ShowHand,
    ViewHand,
    chosen,
)
from pitboss.round.game import Decide, Expose, Game, What
from pitboss.round.options import Command, Option, permission, stage_of
from pitboss.round.result import (
    EndRound,
    MeterPaid,
    RoundClosed,
    RoundSettled,
    RoundVoided,
    SettlementUndone,
    SettleRound,
    VoidRound,
    WagerSettled,
    settled,
)
from pitboss.round.settlement import Level, LinkReading
from pitboss.round.start import OpenRound, RoundOpened, open_round
from pitboss.round.wagers import (
    BetsClosed,
    CloseBets,
    PlaceWager,
    SeatStoodDown,
    TakeDown,
    WagerPlaced,
    WagerReturned,
    WagerTakenDown,
    WagerWithdrawn,
    closed,
    placed,
    stood_down,
    taken_down,
)
from pitboss.rulebook.model import OptionValue
from pitboss.rulebook.terms import Terms

Event = (
    RoundOpened | WagerPlaced | WagerTakenDown | BetsClosed | SeatStoodDown | DrawsRecorded
    | CardsDealt | HandViewed | ChoiceMade | WagerWithdrawn | CardBurned | CardsTurned
    | CardsLeftDown | HandShown | HandDeclined | HandRemoved | HandForfeited | CardsFound
    | CardSetAside | WagerReturned | RoundVoided | WagerSettled | MeterPaid | RoundSettled
    | SettlementUndone | RoundClosed
)  # fmt: skip
"""What happened in a round. Past participles; each cites the clause it obeys.

Events carry all that `evolve` needs, so that an old log replays without its rulebook.
"""


@dataclass(frozen=True, slots=True)
class Funding:
    """One person's part of a wager on a shared area."""

    player: str
    stake: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One seat in the round."""

    seat: int
    player: str
    cards: tuple[Card, ...] = ()
    wagers: Mapping[str, Money] = field(default_factory=dict)
    """In the rulebook's order, follow-up wagers included."""
    decisions: Mapping[str, str] = field(default_factory=dict)
    exposed: bool = True
    removed: str | None = None
    """The rule under which the hand was taken out of the round."""
    is_forfeited: bool = False
    """Whether a hand taken out lost its wagers with it."""
    shares: Mapping[str, tuple[Funding, ...]] = field(default_factory=dict)

    def parts(self, wager: str) -> tuple[Funding, ...]:
        """Who funds a wager, and with how much."""
        return self.shares.get(wager) or (Funding(self.player, self.wagers[wager]),)

    def stake_of(self, wager: str, player: str) -> Money:
        """What one player has on a wager."""
        if wager not in self.wagers:
            return NOTHING
        return total(part.stake for part in self.parts(wager) if part.player == player)

    @property
    def funders(self) -> set[str]:
        """The players who fund wagers of this seat beside the one seated there."""
        return {part.player for parts in self.shares.values() for part in parts}

    @property
    def is_orphan(self) -> bool:
        """A progressive wager with nothing beside it: no wager, and never dealt to."""
        return len(self.wagers) == 1 and "progressive" in self.wagers

    @property
    def is_live(self) -> bool:
        """Whether this seat holds a hand that is still in the round."""
        return self.removed is None and (len(self.wagers) != 1 or not self.is_orphan)

    @property
    def is_folded(self) -> bool:
        """Whether the hand was folded."""
        return "fold" in self.decisions.values()


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """Everything that settling a round needs to know."""

    seats: tuple[Seat, ...]
    positions: int
    community: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    limits: Mapping[str, tuple[Money, Money]] = field(default_factory=dict)
    link: LinkReading | None = None
    magic_card: Card | None = None
    lucky_seat: int | None = None
    void: str | None = None
    """The rule under which the whole round is void."""

    @property
    def live(self) -> tuple[Seat, ...]:
        """The seats whose hands are in the round."""
        return tuple(at for at in self.seats if at.is_live)


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
    settled: tuple[WagerSettled, ...] = ()
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

    def seat(self, number: int) -> Seat:
        """A seat, also one that has no wager."""
        return self.seats.get(number) or Seat(seat=number, player="")

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


def replay(log: Iterable[Event]) -> RoundState:
    """The state a log leads to."""
    play = RoundState()
    for event in log:
        play = evolve(play, event)
    return play


def evolve(play: RoundState, event: Event) -> RoundState:
    """The state after one more event."""
    # What happens most often is looked for first.
    match event:
        case WagerPlaced():
            return _with_seat(play, _with_wager(play, event))
        case WagerSettled():
            return replace(play, settled=(*play.settled, event))
        case ChoiceMade():
            at = play.seats[event.seat]
            decisions = {**at.decisions, event.decision: event.choice}
            return _with_seat(play, replace(at, decisions=decisions))
        case HandShown(seat=seat):
            return replace(play, shown=play.shown | {seat})
        case RoundOpened():
            return RoundState(
                rulebook=event.rulebook,
                digest=event.digest,
                options=event.options,
                positions=event.positions,
                method=event.method,
                limits=event.limits,
                unit=event.unit,
            )
        case WagerTakenDown():
            return _without_wager(play, event)
        case BetsClosed():
            return replace(play, is_closed_to_bets=True)
        case SeatStoodDown(seat=seat):
            return replace(play, seats={n: at for n, at in play.seats.items() if n != seat})
        case DrawsRecorded():
            return replace(
                play, magic_card=event.magic_card, lucky_seat=event.lucky_seat, has_draws=True
            )
        case CardsDealt():
            return _with_cards(play, event)
        case HandViewed(seat=seat):
            return replace(play, viewed=play.viewed | {seat})
        case CardBurned():
            return replace(play, has_burned=True)
        case CardsTurned(what="dealer"):
            return replace(play, is_dealer_up=True)
        case CardsTurned():
            return replace(play, community_up=play.community_up + len(event.cards))
        case CardsLeftDown():
            return replace(play, is_left_down=True)
        case HandDeclined(seat=seat):
            declined = _with_seat(play, replace(play.seats[seat], exposed=False))
            return replace(declined, shown=declined.shown | {seat})
        case HandRemoved(seat=seat):
            return _with_seat(play, replace(play.seats[seat], removed=event.clause))
        case HandForfeited(seat=seat):
            at = replace(play.seats[seat], removed=event.clause, is_forfeited=True)
            return _with_seat(play, at)
        case CardsFound():
            return _with_cards_at(play, event)
        case CardSetAside(card=card):
            return replace(play, set_aside=(*play.set_aside, card))
        case WagerReturned():
            return _with_seat(play, _with_less(play.seats[event.seat], event))
        case RoundVoided():
            return replace(play, void=event.clause)
        case RoundSettled():
            return replace(play, is_settled=True)
        case SettlementUndone():
            return replace(play, settled=(), is_settled=False, is_over=False)
        case RoundClosed():
            return replace(play, is_over=True)
        case WagerWithdrawn() | MeterPaid():
            # The choice says that the wager is withdrawn, and the meters are the link's affair.
            return play
        case _:
            assert_never(event)


def _with_seat(play: RoundState, at: Seat) -> RoundState:
    return replace(play, seats={**play.seats, at.seat: at})


def _with_wager(play: RoundState, event: WagerPlaced) -> Seat:
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


def _without_wager(play: RoundState, event: WagerTakenDown) -> RoundState:
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


def _with_less(at: Seat, event: WagerReturned) -> Seat:
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


def _with_cards_at(play: RoundState, event: CardsFound) -> RoundState:
    seats = {n: replace(at, cards=event.hands.get(n, ())) for n, at in play.seats.items()}
    return replace(
        play,
        seats=seats,
        community=event.community,
        dealer=event.dealer,
        burned=event.burned,
    )


def _with_cards(play: RoundState, event: CardsDealt) -> RoundState:
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


# --- deciding ---------------------------------------------------------------------------------


def decide(game: Game, terms: Terms, play: RoundState, command: Command) -> list[Event]:
    """What happens when this command is given now, or `RuleBreach`."""
    fixed = not play.is_open or play.digest == terms.rules.digest
    assert fixed, "a round is played to its end under the rulebook it opened with"
    option = permission(game, terms, play, command)
    return list(_decided(game, terms, play, option, command))


def _decided(
    game: Game, terms: Terms, play: RoundState, option: Option, command: Command
) -> Iterable[Event]:
    clause = option.clause
    # What is asked most often is looked for first.
    match command:
        case PlaceWager():
            return (placed(terms, play, option, command),)
        case Choose(seat, choice):
            stage = stage_of(game, terms, play)
            assert isinstance(stage, Decide), "a choice is permitted only when a question is open"
            return chosen(terms, play.seats[seat], stage.decision, choice, clause)
        case ShowHand(seat):
            return (HandShown(seat=seat, clause=clause),)
        case OpenRound():
            return (open_round(terms, command, clause),)
        case TakeDown():
            return (taken_down(terms, play, option, command),)
        case CloseBets():
            return closed(terms, play, clause)
        case RecordDraws():
            return (drawn(play, option, command),)
        case DealCards(cards):
            return (dealt(terms, play, option, cards),)
        case ViewHand(seat):
            return (HandViewed(seat=seat, clause=clause),)
        case BurnCard():
            return (CardBurned(clause=clause),)
        case TurnCards():
            return (_turned(game, terms, play, clause),)
        case LeaveDown():
            return (CardsLeftDown(clause=clause),)
        case DeclineToShow(seat):
            return (HandDeclined(seat=seat, clause=clause),)
        case RemoveHand(seat, rule):
            return (HandRemoved(seat=seat, clause=_rule(terms, option, rule)),)
        case VoidRound(rule):
            return _voided(terms, play, _rule(terms, option, rule))
        case SettleRound():
            return settled(game, terms, play, option, command)
        case EndRound():
            return (RoundClosed(clause=clause),)
        case _:
            assert_never(command)


def _turned(game: Game, terms: Terms, play: RoundState, clause: str) -> CardsTurned:
    stage = stage_of(game, terms, play)
    assert isinstance(stage, Expose), "cards are turned only when some are due"
    up = play.community_up
    cards = play.dealer
    if stage.what is What.COMMUNITY:
        cards = play.community[up : up + stage.cards_of(terms.rules)]
    return CardsTurned(what=stage.what.value, cards=cards, clause=clause)


def _rule(terms: Terms, option: Option, rule: str) -> str:
    if rule not in terms.rules.rules:
        option.refuse(f"{rule!r} is not a rule of {terms.rules.id}", "Name the rule by its id.")
    return rule


def _voided(terms: Terms, play: RoundState, rule: str) -> Iterator[Event]:
    """Before bets close, what makes no hand is no wager of the round and just goes back."""
    if not play.is_closed_to_bets:
        yield from stood_down(terms, play)
    yield RoundVoided(clause=rule)
