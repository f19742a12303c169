"""A table whose books are kept: after every event they must balance and agree with its chips."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from pitboss.codec import decode, encode
from pitboss.envelope import Envelope
from pitboss.errors import RuleBreach
from pitboss.games.library import built_in
from pitboss.games.registry import game_of
from pitboss.ledger.accounts import Leg
from pitboss.ledger.books import (
    Ledger,
    disagreements,
    table_result,
    trial_balance,
    wrong_expectations,
)
from pitboss.ledger.postings import MOVES_NOTHING, postings
from pitboss.money import NOTHING, Money, total
from pitboss.round.decisions import ChoiceMade, HandForfeited
from pitboss.round.options import Command as RoundCommand
from pitboss.round.progressive import PAYMENTS, PROGRESSIVE
from pitboss.round.result import MeterPaid, SettlementUndone, SettleRound, WagerSettled
from pitboss.round.round import Event as RoundEvent
from pitboss.round.start import RoundOpened
from pitboss.round.wagers import PlaceWager, WagerReturned
from pitboss.table.chips.corrections import Correct
from pitboss.table.chips.exchange import BuyIn, CashOut, ColourUp
from pitboss.table.chips.holdings import LinkPrize, value_of
from pitboss.table.chips.prizes import (
    FixedAwardsMadeGood,
    PrizeHandedOver,
    PrizeHeld,
    PrizeReturned,
)
from pitboss.table.chips.rack import (
    CollectDrop,
    CountClosing,
    CountDrop,
    CountOpening,
    SendCredit,
    TakeFill,
)
from pitboss.table.chips.stakes import CouponPlayed
from pitboss.table.operation import TableOpened
from pitboss.table.rules import Mode, Setting, table_rules
from pitboss.table.table import ChipsCommand, ChipsEvent, Event, Table, decide, evolve
from tests.properties.chance import likely
from tests.properties.watched import Watched

_OF_PRIZES = PrizeHeld | PrizeHandedOver | PrizeReturned
PIECES = {500: 7, 2500: 4, 10000: 3}


def a_setting(rulebook: str) -> Setting:
    """A live table on a link, under which rounds of any terms may be told."""
    rules = built_in(rulebook)
    return Setting(
        table="T1",
        rulebook=rules.id,
        edition=rules.edition,
        digest=rules.digest,
        currency=rules.currency,
        layout=rules.layouts[0].id,
        positions=rules.layouts[0].most,
        method=next(iter(rules.dealing)),
        mode=Mode.LIVE,
        time_zone="Asia/Singapore",
        day_starts="06:00",
        link="megalink",
    )


def read_again(event: Event) -> object:
    """An event as it comes back from where it was written."""
    return decode(type(event), encode(event))


class Kept:
    """A table told by its events, its books beside it."""

    def __init__(self, rulebook: str) -> None:
        rules = built_in(rulebook)
        self.rules = table_rules(rules, game_of(rules), a_setting(rulebook))
        self.floor = Envelope(
            actor="fay", role=rules.roles[1], second="dan", second_role=rules.roles[0]
        )
        self.table = Table()
        self.books = Ledger()
        self.log: list[Event] = []
        self.since: list[Leg] = []
        """What was posted beside the settlement since the latest one began."""
        self.before_settlement = self.books
        self.slips = self.rounds = 0
        self.tell(TableOpened(setting=self.rules.setting, gaming_day="2026-11-15", clause="3.1"))

    def tell(self, event: Event) -> None:
        """One more event, and everything that must then be true."""
        before = self.table
        assert not list(wrong_expectations(self.books, event))
        legs = postings(before, event)
        self.table = evolve(before, event)
        self.books = self.books.posted(legs)
        self.log.append(event)
        trial_balance(self.books)
        assert not list(disagreements(self.books, self.table))
        assert self.table.chips.everything == NOTHING
        if isinstance(event, MOVES_NOTHING):
            assert not legs
            assert self.table.chips.everything == before.chips.everything
        if isinstance(event, RoundOpened):
            assert self.table.chips.layout == NOTHING
        if isinstance(event, ChipsEvent):
            if not self._is_of_settlement(event):
                self.since += legs
            assert read_again(event) == event
        if isinstance(event, SettlementUndone):
            assert self.books == self.before_settlement.posted(self.since), "an exact reversal"
        self._check_layout()
        self._check_result()

    def _is_of_settlement(self, event: ChipsEvent) -> bool:
        """A prize of this round is the settlement's, and is undone with it unless it was paid."""
        if isinstance(event, FixedAwardsMadeGood):
            return True
        return isinstance(event, _OF_PRIZES) and event.prize.round == self.rounds

    def pay_fixed(self, settled: list[Event], rng: Random) -> None:
        """A level makes good something of the awards that are no percentage (I-05)."""
        paid = [event for event in settled if isinstance(event, MeterPaid)]
        won = total(
            line.winnings
            for line in settled
            if isinstance(line, WagerSettled) and line.wager in (PROGRESSIVE, *PAYMENTS)
        )
        if paid and won:
            amount = Money(rng.randint(1, won.cents))
            self.tell(
                FixedAwardsMadeGood(level=rng.choice(paid).meter, amount=amount, clause="I-05")
            )

    def hold_prizes(self, settled: list[Event]) -> None:
        """What was won from a level in the round is held."""
        meters = [e.meter for e in settled if isinstance(e, MeterPaid) and e.awarded]
        for line in settled:
            if isinstance(line, WagerSettled) and (line.pays or "").endswith("%"):
                prize = LinkPrize(
                    round=self.rounds,
                    seat=line.seat,
                    player=self.table.play.seats[line.seat].player,
                    link=self.rules.setting.link or "",
                    level=meters[0],
                    amount=line.winnings,
                )
                self.tell(PrizeHeld(prize=prize, clause="I-14"))

    def decide_on_prizes(self, rng: Random) -> None:
        """The claim of one that is held is paid, or rejected, whatever round it is by then."""
        if self.table.chips.prizes:
            prize = rng.choice(self.table.chips.prizes)
            if likely(rng, 50):
                self.tell(PrizeHandedOver(prize=prize, clause="I-14"))
            else:
                self.tell(PrizeReturned(prize=prize, clause="I-14"))

    def _check_layout(self) -> None:
        """What lies there is what the round says was staked, less what was handed back or paid."""
        play, chips = self.table.play, self.table.chips
        if chips.coupon:
            return
        withdrawn = {
            (at.seat, wager)
            for at in play.seats.values()
            for wager, choice in at.decisions.items()
            if choice == "withdraw" and (at.seat, wager) not in self._still_to_withdraw()
        }
        staked = {
            (at.seat, wager): stake
            for at in play.seats.values()
            for wager, stake in at.wagers.items()
            if (at.seat, wager) not in withdrawn
        }
        for (seat, wager), stake in staked.items():
            parts = chips.stakes.get(seat, {}).get(wager, ())
            assert total(part.value for part in parts) == stake
            shares = play.seats[seat].shares.get(wager)
            if shares is not None:
                assert {p.player: p.value for p in parts} == {s.player: s.stake for s in shares}
        done = {(line.seat, line.wager) for line in play.settled}
        assert chips.layout == total(s for key, s in staked.items() if key not in done)

    def _still_to_withdraw(self) -> set[tuple[int, str]]:
        """The choice comes first, and the dealer hands the wager back with the event after it."""
        latest = self.log[-1]
        return {(latest.seat, latest.decision)} if isinstance(latest, ChoiceMade) else set()

    def _check_result(self) -> None:
        chips = self.table.chips
        assert table_result(chips).win == chips.won + chips.shift.variance

    def ask(self, command: ChipsCommand) -> None:
        """Something is done with chips, by the floor with the dealer beside."""
        for event in decide(self.rules, self.table, self.floor, command):
            self.tell(event)

    def do_something(self, rng: Random) -> None:
        """Money comes, goes, and is counted."""
        if likely(rng, 50):
            self.decide_on_prizes(rng)
        state = self.table.chips
        somebody = rng.choice([*state.players, "p1", "p2", "ghost"])
        amount = Money(rng.randint(1, 50_000))
        self.slips += 1
        choices: list[ChipsCommand] = [
            BuyIn(somebody, amount),
            CashOut(somebody, amount),
            ColourUp(somebody, {500: 5}, {2500: 1}),
            TakeFill(f"F{self.slips}", PIECES),
            CollectDrop(f"B{self.slips}"),
        ]
        if not state.is_inventoried or state.rack >= value_of(PIECES):
            choices.insert(0, SendCredit(f"C{self.slips}", PIECES))
        if state.boxes:
            counted = max(state.drop + Money(rng.randint(-500, 500)), NOTHING)
            choices.append(CountDrop(rng.choice(list(state.boxes)), counted))
        if not self.table.play.is_open and state.counted == "opening":
            choices.append(CountClosing({1: max(state.rack.cents, 0) + rng.randint(0, 9)}))
        if state.counted == "closing":
            choices = choices[-2:-1] if state.boxes else []
        if not self.table.play.is_open and state.counted != "opening":
            choices.append(CountOpening({1: max(state.rack.cents, 0) + rng.randint(0, 9)}))
        if choices:
            self.ask(rng.choice(choices))
        if likely(rng, 30):
            self.correct_something(rng)

    def correct_something(self, rng: Random) -> None:
        """A movement of the shift is taken back, if it can be."""
        movements = self.table.chips.shift.movements
        if movements:
            with suppress(RuleBreach):
                self.ask(Correct(rng.choice(movements).number, "typed wrongly"))


class KeptRound(Watched):
    """A round by chance, told to a table whose books are kept."""

    def __init__(self, rulebook: str, rng: Random, kept: Kept) -> None:
        self.kept = kept
        self.kept.rounds += 1
        self.rng = rng
        super().__init__(rulebook, rng)

    def give(self, command: RoundCommand) -> None:
        """Give a command, with a coupon now and then where it stakes."""
        told = len(self.log)
        if isinstance(command, SettleRound):
            self.kept.before_settlement, self.kept.since = self.kept.books, []
        if isinstance(command, PlaceWager):
            self._play_coupon(command)
        super().give(command)
        for event in self.log[told:]:
            self.kept.tell(event)
        if isinstance(command, SettleRound) and likely(self.rng, 50):
            self.kept.pay_fixed(list(self.log[told:]), self.rng)
            if self.kept.table.chips.fixed and likely(self.rng, 30):
                self.irregular()
        if isinstance(command, SettleRound) and self.play.is_settled and likely(self.rng, 80):
            self.kept.hold_prizes(list(self.log[told:]))
            if self.kept.table.chips.round_prizes and likely(self.rng, 50):
                self.kept.decide_on_prizes(self.rng)
                self.irregular()

    def _play_coupon(self, command: PlaceWager) -> None:
        required = self.terms.rules.wagers[command.wager].required
        if required and command.stake > Money(1) and likely(self.rng, 30):
            coupon = Money(self.rng.randint(1, command.stake.cents - 1))
            self.kept.tell(
                CouponPlayed(
                    seat=command.seat,
                    player=command.player,
                    wager=command.wager,
                    coupon=coupon,
                    clause="6(a)",
                )
            )

    def to_the_end(self) -> None:
        """Go on until the round is over, if it is not."""
        while not self.play.is_over:
            self.go_on(self.rng)

    def put_in(self, event: RoundEvent) -> None:
        """Something that the round knows and that follows from an irregularity."""
        self.play = evolve(Table(play=self.play), event).play
        self.log.append(event)
        self.kept.tell(event)

    def irregular(self) -> None:
        """A part of a wager goes back, a hand is forfeited, or what was settled is undone."""
        play, rng = self.play, self.rng
        clause = next(iter(self.terms.rules.rules))
        if play.is_settled and likely(rng, 50):
            self.put_in(SettlementUndone(clause=clause))
        elif play.is_closed_to_bets and not play.is_settled and play.void is None and play.live:
            at = rng.choice(play.live)
            if likely(rng, 30) and "forfeited" in self.terms.rules.citations:
                self.put_in(HandForfeited(seat=at.seat, clause=clause))
                return
            # Also one that was withdrawn: the round may say it again, and nothing more moves.
            wager = rng.choice(list(at.wagers))
            parts = at.shares.get(wager)
            player = at.player if parts is None else rng.choice(parts).player
            own = at.wagers[wager]
            if parts is not None:
                own = next(part.stake for part in parts if part.player == player)
            if own > Money(1):
                stake = Money(rng.randint(1, own.cents - 1))
                self.put_in(
                    WagerReturned(
                        seat=at.seat, player=player, wager=wager, stake=stake, clause=clause
                    )
                )
