"""A round played by commands, as a dealer would conduct it.

>>> table = Conductor("mbs-let-it-ride-v3", positions=3)
>>> table.base(2, "10.00")
>>> table.close()
>>> table.deal("Td Th 4s 9c 2d")
>>> print(table.refused(TurnCards()))
turn cards is not possible now (rule 3.8). Now: seat 2 may ride or withdraw.
>>> table.choose(2, "ride")
>>> table.turn()
>>> table.sees("p2").community
(Card('9c'), None)
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from pitboss.cards import DECK, Card, parse_cards
from pitboss.errors import RuleBreach
from pitboss.games.library import GAMES, built_in
from pitboss.money import Money, total
from pitboss.round.deal import DealCards, RecordDraws, TurnCards
from pitboss.round.decisions import Choose, ShowHand
from pitboss.round.options import Command as RoundCommand
from pitboss.round.options import Option, options
from pitboss.round.result import EndRound, SettleRound, WagerSettled
from pitboss.round.round import Event as RoundEvent
from pitboss.round.round import RoundState, decide, evolve
from pitboss.round.settlement import Level
from pitboss.round.start import OpenRound
from pitboss.round.view import RoundView, Viewer, view
from pitboss.round.wagers import CloseBets, PlaceWager, TakeDown
from pitboss.rulebook.model import OptionValue, Rulebook
from pitboss.rulebook.terms import terms_of

Amounts = Mapping[str, tuple[str, str]]


class Conductor:
    """One table: gives commands, keeps the log, knows the state."""

    def __init__(
        self,
        rulebook: str | Rulebook,
        *,
        method: str = "",
        positions: int = 7,
        options: Mapping[str, OptionValue] | None = None,
        limits: Amounts | None = None,
        unit: str | None = None,
        is_opened: bool = True,
    ) -> None:
        rules = built_in(rulebook) if isinstance(rulebook, str) else rulebook
        self.game = GAMES[rules.game]
        self.terms = terms_of(rules, options)
        self.play = RoundState()
        self.log: list[RoundEvent] = []
        self.meters: dict[str, Level] = {}
        self.opening = OpenRound(
            positions=positions,
            method=method or next(iter(rules.dealing)),
            options=options or {},
            limits={
                name: (Money.parse(least), Money.parse(most))
                for name, (least, most) in (limits or {}).items()
            },
            unit=None if unit is None else Money.parse(unit),
        )
        if is_opened:
            self.give(self.opening)

    # --- commands -------------------------------------------------------------------------------

    def give(self, command: RoundCommand) -> list[RoundEvent]:
        """Give a command and note what happens."""
        happened = decide(self.game, self.terms, self.play, command)
        for event in happened:
            self.play = evolve(self.play, event)
        self.log += happened
        return happened

    def refused(self, command: RoundCommand) -> RuleBreach:
        """The refusal of a command; nothing may have happened."""
        before = self.play
        with pytest.raises(RuleBreach) as refusal:
            self.give(command)
        assert self.play is before
        assert refusal.value.remedy, "a refusal says what would do"
        return refusal.value

    def place(self, seat: int, wager: str, stake: str, player: str = "") -> None:
        """Stake money; the player of seat 3 is p3 unless another is named."""
        self.give(PlaceWager(seat, player or f"p{seat}", wager, Money.parse(stake)))

    def base(self, seat: int, stake: str, player: str = "", **others: str) -> None:
        """The three equal wagers of Let It Ride, and others by name."""
        for wager in ("1", "2", "$"):
            self.place(seat, wager, stake, player)
        self.bets(seat, player, **others)

    def bets(self, seat: int, player: str = "", **stakes: str) -> None:
        """Several wagers of one seat by name."""
        for wager, stake in stakes.items():
            self.place(seat, wager, stake, player)

    def take_down(self, seat: int, wager: str, player: str = "") -> None:
        """Take a wager back before bets close."""
        self.give(TakeDown(seat, player or f"p{seat}", wager))

    def close(self) -> None:
        """ "No more bets"."""
        self.give(CloseBets())

    def draw(self, magic_card: str | None = None, lucky_seat: int | None = None) -> None:
        """Record what the system drew."""
        card = None if magic_card is None else Card.parse(magic_card)
        self.give(RecordDraws(magic_card=card, lucky_seat=lucky_seat))

    def deal(self, cards: str = "") -> None:
        """Deal these cards, or the next of a deck that lies in the order of `DECK`."""
        if cards:
            self.give(DealCards(parse_cards(cards)))
            return
        may = next(may for may in self.options if may.command is DealCards)
        out = self.cards_out
        self.give(DealCards(DECK[out : out + may.cards]))

    def choose(self, seat: int, *choices: str) -> None:
        """Answer the question put to a seat."""
        for choice in choices:
            self.give(Choose(seat, choice))

    def all_choose(self, choice: str) -> None:
        """The same answer from every seat that is asked now."""
        decision = self.asked
        while self.asked == decision and (seat := self.turn_of) is not None:
            self.choose(seat, choice)

    def turn(self) -> None:
        """Turn the community or dealer cards that are due."""
        self.give(TurnCards())

    def show(self, *seats: int) -> None:
        """Turn over the hands of these seats, in this order."""
        for seat in seats:
            self.give(ShowHand(seat))

    def show_all(self) -> None:
        """Turn over every hand that is due, in whatever order they are."""
        while shows := [may for may in self.options if may.command is ShowHand]:
            assert shows[0].seat is not None
            self.show(shows[0].seat)

    def settle(self, **meters: tuple[str, str]) -> dict[tuple[int, str], WagerSettled]:
        """Settle by the meters as they stand; what became of each wager."""
        self.meters = {
            name: Level(Money.parse(amount), Money.parse(reset))
            for name, (amount, reset) in meters.items()
        }
        self.give(SettleRound(meters=self.meters))
        return {(line.seat, line.wager): line for line in self.play.settled}

    def end(self) -> None:
        """The result is announced, all is paid and collected."""
        self.give(EndRound())

    # --- what can be asked ------------------------------------------------------------------------

    @property
    def options(self) -> list[Option]:
        """Everything that may be done now."""
        return options(self.game, self.terms, self.play)

    def may(self, kind: type[RoundCommand]) -> bool:
        """Whether such a command may be given now."""
        return any(may.command is kind for may in self.options)

    @property
    def _question(self) -> Option | None:
        return next((may for may in self.options if may.command is Choose), None)

    @property
    def turn_of(self) -> int | None:
        """The seat whose answer is awaited."""
        return None if self._question is None else self._question.seat

    @property
    def choices(self) -> tuple[str, ...]:
        """The answers it may give."""
        return () if self._question is None else self._question.choices

    @property
    def asked(self) -> str:
        """The clause of the question that is open."""
        return "" if self._question is None else self._question.clause

    @property
    def cards_out(self) -> int:
        """How many cards have left the deck."""
        hands = sum(len(at.cards) for at in self.play.seats.values())
        return hands + sum(map(len, (self.play.community, self.play.dealer, self.play.burned)))

    def places(self) -> dict[str, str]:
        """Which cards of the deck lie where, by their number in it: `c1` is the first."""
        where: dict[str, tuple[Card, ...]] = {
            f"seat {n}": at.cards for n, at in sorted(self.play.seats.items()) if at.cards
        }
        where |= {
            "community": self.play.community,
            "dealer": self.play.dealer,
            "burned": self.play.burned,
        }
        return {
            place: " ".join(f"c{card + 1}" for card in cards)
            for place, cards in where.items()
            if cards
        }

    def sees(self, viewer: str | Viewer) -> RoundView:
        """The round as somebody sees it."""
        return view(self.terms, self.play, viewer)

    def hand_seen(self, seat: int, by: str | Viewer) -> bool:
        """Whether somebody sees the cards of a seat: all of them or none."""
        (cards,) = {
            all(card is not None for card in s.cards)
            for s in self.sees(by).seats
            if s.seat == seat and len({card is None for card in s.cards}) == 1
        }
        return cards

    def events(self, *kinds: type[RoundEvent]) -> list[RoundEvent]:
        """What happened of these kinds."""
        return [event for event in self.log if isinstance(event, kinds)]

    def back(self, seat: int) -> Money:
        """What a seat is handed when it is settled."""
        lines = [line for line in self.play.settled if line.seat == seat]
        return total([line.winnings for line in lines] + [line.returned for line in lines])
