"""The books of a table: what each account holds after all postings so far, and its result (R6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from pitboss.ledger import accounts
from pitboss.ledger.accounts import Leg, Unbalanced
from pitboss.ledger.postings import postings
from pitboss.money import NOTHING, Money, total
from pitboss.table.chips.holdings import Chips
from pitboss.table.chips.rack import ClosingCounted, DropCollected, DropCounted, OpeningCounted
from pitboss.table.table import Event, Table, evolve


@dataclass(frozen=True, slots=True)
class Ledger:
    """What each account holds; accounts that hold nothing are left out."""

    balances: Mapping[str, Money] = field(default_factory=dict)

    def of(self, account: str) -> Money:
        """What an account holds."""
        return self.balances.get(account, NOTHING)

    def posted(self, legs: Iterable[Leg]) -> Ledger:
        """The books after one more posting.

        >>> books = Ledger().posted([Leg("cage", Money(-500)), Leg("rack", Money(500))])
        >>> trial_balance(books)
        (('cage', Money('-5.00')), ('rack', Money('5.00')))
        """
        balances = dict(self.balances)
        _add(balances, legs)
        return _ledger(balances)


def ledger_of(log: Iterable[Event]) -> Ledger:
    """The books that a log leads to. A log is read from its beginning: a snapshot posts nothing."""
    table = Table()
    balances: dict[str, Money] = {}
    for event in log:
        _add(balances, postings(table, event))
        table = evolve(table, event)
    return _ledger(balances)


def _add(balances: dict[str, Money], legs: Iterable[Leg]) -> None:
    for leg in legs:
        balances[leg.account] = balances.get(leg.account, NOTHING) + leg.amount


def _ledger(balances: Mapping[str, Money]) -> Ledger:
    return Ledger({account: held for account, held in balances.items() if held})


def trial_balance(books: Ledger) -> tuple[tuple[str, Money], ...]:
    """Every account with what it holds, or `Unbalanced` if it does not come to nothing."""
    left = total(books.balances.values())
    if left:
        raise Unbalanced(f"The accounts come to {left.dollars} and not to nothing")
    return tuple(sorted(books.balances.items()))


def as_booked(table: Table) -> Ledger:
    """The accounts as the table itself has them, told from its chips alone."""
    chips = table.chips
    prizes: dict[str, Money] = {}
    for prize in chips.prizes:
        prizes[prize.meter] = prizes.get(prize.meter, NOTHING) + prize.amount
    held = {
        accounts.LAYOUT: chips.layout,
        accounts.RACK: chips.rack,
        accounts.DROP: chips.drop,
        accounts.CAGE: chips.cage,
        accounts.ELSEWHERE: chips.elsewhere,
        accounts.VARIANCE: chips.short,
        accounts.COUPONS: chips.coupons,
        accounts.COUPON_BOX: chips.coupon_box,
        **{accounts.player(name): amount for name, amount in chips.players.items()},
        **{accounts.box(name): box.expected for name, box in chips.boxes.items()},
        **{accounts.prizes(name): amount for name, amount in chips.links.items()},
        **{accounts.held(name): amount for name, amount in prizes.items()},
    }
    return _ledger(held)


def disagreements(books: Ledger, table: Table) -> Iterator[str]:
    """Every account on which the books and the table differ."""
    own = as_booked(table)
    for account in sorted(books.balances.keys() | own.balances.keys()):
        if books.of(account) != own.of(account):
            yield f"{account}: the books have {books.of(account)}, the table {own.of(account)}"


def wrong_expectations(books: Ledger, event: Event) -> Iterator[str]:
    """A count says what the books held before it: that is an assertion, and here it is checked."""
    if isinstance(event, OpeningCounted | ClosingCounted):
        account, expected = accounts.RACK, event.expected
    elif isinstance(event, DropCollected):
        account, expected = accounts.DROP, event.expected
    elif isinstance(event, DropCounted):
        account, expected = accounts.box(event.box), event.expected
    else:
        return
    if expected is not None and expected != books.of(account):
        yield f"{account}: the count expected {expected}, the books have {books.of(account)}"


# --- the result of a table ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableResult:
    """From the opening count to the closing count, or to now where none is made yet."""

    opening: Money
    fills: Money
    credits: Money
    drop: Money
    closing: Money
    is_counted: bool
    """Whether the closing figure is a count; otherwise it is what the books have."""
    linked: Money
    """Awards that the link made good; they are no part of the result."""
    variance: Money
    """Over, or short where it is less than nothing."""
    corrections: int = 0
    """Movements that were taken back (S4): fills, credits and drop are without them."""

    @property
    def win(self) -> Money:
        """What the table won, or lost where it is less than nothing."""
        return self.closing + self.credits + self.drop - self.opening - self.fills

    @property
    def hold(self) -> Fraction | None:
        """The win as a part of the drop, exactly; None without a drop.

        >>> result = TableResult(
        ...     opening=Money(100000), fills=Money(0), credits=Money(0), drop=Money(20000),
        ...     closing=Money(84500), is_counted=True, linked=Money(0), variance=Money(0),
        ... )
        >>> result.win, result.hold
        (Money('45.00'), Fraction(9, 40))
        """
        return Fraction(self.win.cents, self.drop.cents) if self.drop else None


def table_result(chips: Chips) -> TableResult:
    """The result of the shift so far, or of the one just closed."""
    shift = chips.shift
    return TableResult(
        opening=shift.opening,
        fills=shift.fills,
        credits=shift.credits,
        drop=shift.drop,
        closing=chips.rack if shift.closing is None else shift.closing,
        is_counted=shift.closing is not None,
        linked=shift.linked,
        variance=shift.variance,
        corrections=shift.corrections,
    )
