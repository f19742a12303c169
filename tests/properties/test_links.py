"""A link with many tables, played by chance: after every step the meters are what fractions say.

The model beside it is plain: one number for all that a level holds and one for what it shows,
worked out from what was asked and not from what the link wrote.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from pitboss.jackpot import reports
from pitboss.jackpot.aggregate import replay
from pitboss.jackpot.awards import Claim, Sharing, award
from pitboss.jackpot.care import SendTransfer, TransferSent
from pitboss.jackpot.claims import ClaimEntered
from pitboss.jackpot.fixed_awards import FixedEvent
from pitboss.jackpot.meters import HOLDINGS, SOURCES, USES, Bucket, Rate
from pitboss.jackpot.recount import recounted, variances
from pitboss.jackpot.terms import OverflowTo
from pitboss.ledger.books import trial_balance
from pitboss.ledger.link_books import books_of_link
from pitboss.money import Money
from tests.jackpot.pot import HOLDEM, MEGALINK, THREE, Pot, at, level, megalink

TABLES = {"t1": MEGALINK, "t2": HOLDEM, "t3": THREE}
MOST = {"t1": 10, "t2": 5, "t3": 1}
RATES = ("20%", "1/3", "0.37%", "2/7")

tables = st.sampled_from(sorted(TABLES))
hands = st.sampled_from(
    [
        {1: "royal_flush"},
        {2: "straight_flush"},
        {2: "straight_flush", 5: "straight_flush"},
        {1: "royal_flush", 3: "straight_flush"},
    ]
)


class LinkMachine(RuleBasedStateMachine):
    """Rounds, returned wagers, folds and claims of three tables, in any order."""

    @initialize(
        contribution=st.sampled_from(RATES),
        reserve=st.sampled_from(RATES),
        room=st.sampled_from([None, 0, 3000, 10**7]),
        overflow=st.sampled_from(list(OverflowTo)),
    )
    def open(self, contribution: str, reserve: str, room: int | None, overflow: OverflowTo) -> None:
        self.rates = Rate.parse(contribution).share, Rate.parse(reserve).share
        # The level starts so many cents below a limit that is just above what is expected (P33).
        self.reset, self.limit = 2000, None
        other: dict[str, Any] = {"initial": Money(5000)}
        if room is not None:
            self.limit = int((4 * 2000 + 500 * self.rates[0] * 2598960) / Fraction("7.6")) + 1
            initial = Money(max(self.reset, self.limit - room))
            other = {"limit": Money(self.limit), "overflow": overflow, "initial": initial}
        one = level(
            reset="20.00",
            contribution=Rate.parse(contribution),
            reserve=Rate.parse(reserve),
            **other,
        )
        self.pot = Pot(megalink(one, fixed_awards_from_meter="jackpot"))
        for table, rulebook in TABLES.items():
            self.pot.join(table, rulebook)
        self.rounds = dict.fromkeys(TABLES, 0)
        self.standing: dict[tuple[str, int, int], int] = {}
        self.unread: dict[str, list[Fraction]] = {table: [] for table in TABLES}
        self.came = Fraction(other["initial"].cents)
        self.paid = Fraction(0)
        self.holds: dict[int, int] = {}
        self.verified: dict[int, int] = {}
        self.fixed: dict[tuple[str, int], int] = {}

    # --- what may happen --------------------------------------------------------------------------

    @rule(table=tables, units=st.lists(st.integers(1, 10), min_size=1, max_size=7))
    def contribute(self, table: str, units: list[int]) -> None:
        self.rounds[table] += 1
        cents = {seat: 500 * min(n, MOST[table]) for seat, n in enumerate(units, start=1)}
        stakes = {seat: str(Money(stake)) for seat, stake in cents.items()}
        self.pot.contribute(table, self.rounds[table], stakes)
        for seat, stake in cents.items():
            self.standing[table, self.rounds[table], seat] = stake
        self.unread[table].append(Fraction(sum(cents.values())))

    @precondition(lambda self: self.standing)
    @rule(data=st.data())
    def give_back(self, data: st.DataObject) -> None:
        table, number, seat = data.draw(st.sampled_from(sorted(self.standing)))
        if number <= self.rounds[table] - 20:
            return
        there = self.standing.pop((table, number, seat))
        back = data.draw(st.sampled_from([there, 100]))
        if back < there:
            self.standing[table, number, seat] = there - back
        self.pot.reverse(table, number, {seat: str(Money(back))})
        self.unread[table].append(Fraction(-back))

    @rule(table=tables, most=st.integers(1, 4))
    def fold(self, table: str, most: int) -> None:
        taken, self.unread[table] = self.unread[table][:most], self.unread[table][most:]
        batch = self.pot.batch(table, self.pot.link.reads.get(table, 0) + most)
        self.pot.fold_all(batch)
        self.came += sum(taken) * sum(self.rates)

    @rule(table=tables, won=hands)
    def claim(self, table: str, won: dict[int, str]) -> None:
        """On what is shown: at any time, since other tables play on."""
        self.rounds[table] += 1
        self.fold(table, 10**6)
        before = self.pot.meter.display.cents
        entered = self.pot.claim(table, self.rounds[table], won)
        percents = {seat: 100 if hand == "royal_flush" else 10 for seat, hand in won.items()}
        paid = award(
            Money(before),
            Money(self.reset),
            [Claim(seat, percent, percent == 100) for seat, percent in percents.items()],
            Sharing(),
        )
        assert {w.seat: w.amount for w in entered.winners} == paid.by_seat
        self.holds[entered.claim] = paid.awarded.cents
        self.came += entered.levels["jackpot"].from_house.cents

    @rule(table=tables, cents=st.integers(1, 4000), won=st.one_of(st.none(), hands))
    def pay_fixed(self, table: str, cents: int, won: dict[int, str] | None) -> None:
        """Awards that are no percentage: off what these left, down to the reset (I-05)."""
        if won is None:
            self.rounds[table] += 1
            self.fold(table, 10**6)
            left = self.pot.meter.display.cents
        else:
            self.claim(table, won)
            entered = self.pot.link.claims[self.pot.link.entered]
            left = entered.levels["jackpot"].after.cents
        taken = min(cents, left - self.reset)
        if taken > 0:
            awards = {5: str(Money(cents))}
            self.pot.fix(table, self.rounds[table], awards, str(Money(taken)))
            self.paid += taken
            self.fixed = {key: one for key, one in self.fixed.items() if key[0] != table}
            self.fixed[table, self.rounds[table]] = taken

    @precondition(lambda self: self.fixed)
    @rule(data=st.data())
    def undo_fixed(self, data: st.DataObject) -> None:
        table, number = data.draw(st.sampled_from(sorted(self.fixed)))
        self.pot.unfix(table, number)
        self.paid -= self.fixed.pop((table, number))

    @precondition(lambda self: self.holds)
    @rule(data=st.data(), is_good=st.booleans())
    def decide(self, data: st.DataObject, is_good: bool) -> None:
        claim = data.draw(st.sampled_from(sorted(self.holds)))
        entered = self.pot.link.claims[claim]
        if is_good:
            self.pot.verify(claim)
            self.verified[claim] = self.holds.pop(claim)
            self.paid += self.verified[claim]
        else:
            self.pot.reject(claim)
            del self.holds[claim]
            self.came -= entered.levels["jackpot"].from_house.cents

    @precondition(lambda self: self.verified)
    @rule(data=st.data())
    def undo(self, data: st.DataObject) -> None:
        """A claim that was verified goes back, since its round is void (I-82)."""
        claim = data.draw(st.sampled_from(sorted(self.verified)))
        entered = self.pot.link.claims[claim]
        self.pot.undo(claim)
        self.paid -= self.verified.pop(claim)
        self.came -= entered.levels["jackpot"].from_house.cents

    @rule(cents=st.integers(1, 5000))
    def fill(self, cents: int) -> None:
        self.pot.fill(str(Money(cents)))
        self.came += cents

    @rule(cents=st.integers(0, 2000))
    def adjust(self, cents: int) -> None:
        meter = self.pot.meter
        if meter.display.cents == cents:
            return
        before = meter.short
        changed = cents - meter.display.cents + Fraction(before, meter.per_cent)
        self.pot.give(self.pot.adjusting(str(Money(cents))))
        self.came += changed

    @precondition(lambda self: self.pot.meter.overflow)
    @rule(cents=st.one_of(st.none(), st.integers(1, 5)))
    def send_overflow(self, cents: int | None) -> None:
        """What lies above the limit goes to another link, all of it or so many cents."""
        meter = self.pot.meter
        if cents is not None and meter.overflow < cents * meter.per_cent:
            return
        (sent,) = self.pot.give(
            SendTransfer(
                level="jackpot",
                holding=Bucket.OVERFLOW,
                to_link="next",
                to_level="jackpot",
                amount=None if cents is None else Money(cents),
            )
        )
        assert isinstance(sent, TransferSent)
        self.came -= Fraction(sent.parts, sent.per_cent)

    # --- what is always so ------------------------------------------------------------------------

    @invariant()
    def balances(self) -> None:
        meter = self.pot.meter
        assert sum(meter[a] for a in SOURCES) == sum(meter[a] for a in HOLDINGS + USES)
        holds = Fraction(meter.liability, meter.per_cent)
        assert holds == self.came - self.paid
        assert Fraction(meter[Bucket.WINS], meter.per_cent) == self.paid
        assert Fraction(meter[Bucket.HELD], meter.per_cent) == sum(self.holds.values())

    @invariant()
    def shows_no_more_than_the_limit_and_no_less_than_nothing(self) -> None:
        shows = self.pot.meter.display
        assert Money(0) <= shows
        assert self.limit is None or shows.cents <= self.limit

    @invariant()
    def is_what_the_recount_finds(self) -> None:
        assert variances(self.pot.link, recounted(self.pot.log, self.pot.inboxes)) == []

    @invariant()
    def is_booked_as_owed(self) -> None:
        """P29: in whole cents on accounts that balance; with what is carried, to the last part."""
        books = books_of_link(self.pot.log, self.pot.inboxes)
        assert list(books.differences()) == []
        trial_balance(books.ledger)

    @invariant()
    def replays(self) -> None:
        assert replay(self.pot.log) == self.pot.link

    @invariant()
    def numbers_claims_without_a_gap(self) -> None:
        claims = [event.claim for event, _ in self.pot.log if isinstance(event, ClaimEntered)]
        assert claims == list(range(1, len(claims) + 1))

    def teardown(self) -> None:
        if not hasattr(self, "pot"):
            return
        for one in reports.reconcile(self.pot.log, since=at(0), until="2030-01-01T00:00:00Z"):
            assert one.difference == 0
            assert one.fixed == sum(map(reports.fixed_cents, self._fixed_events()))

    def _fixed_events(self) -> Iterator[FixedEvent]:
        return (event for event, _ in self.pot.log if isinstance(event, FixedEvent))


LinkMachine.TestCase.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
TestLinks = LinkMachine.TestCase
