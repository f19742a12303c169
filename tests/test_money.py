"""Money in whole cents, and what paytables pay."""

from __future__ import annotations

import copy
import operator
import pickle
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.errors import InexactPayment, MoneyError, OddsError, PitbossError
from pitboss.money import (
    NOTHING,
    For,
    Money,
    Prize,
    Rounding,
    Share,
    To,
    parse_pays,
    shares_of,
    total,
)

amounts = st.integers(-(10**15), 10**15).map(Money)
stakes = st.integers(1, 10**12).map(Money)
whole = st.integers(0, 10**17)


# --- reading and writing --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cents"),
    [("0.00", 0), ("0.01", 1), ("25.00", 2500), ("007.50", 750), ("999999999999999999.99", None)],
)
def test_money_is_digits_a_point_and_two_digits(text: str, cents: int | None) -> None:
    assert Money.parse(text).cents == (10**20 - 1 if cents is None else cents)


@pytest.mark.parametrize(
    "text",
    [
        "", "10", "10.0", "10.000", ".50", "10.", "-5.00", "+5.00", "1e3", "$10.00", "1,000.00",
        " 10.00", "10.00 ", "10.00\n", "1_0.00", "\u0661\u0660.\u0660\u0660", "ten", "NaN", "inf",
        "1000000000000000000.00", 10, 10.0, True, None, b"10.00", ["10.00"],
    ],
)  # fmt: skip
def test_anything_else_is_not(text: object) -> None:
    with pytest.raises(MoneyError, match="write digits, a point and two digits") as refusal:
        Money.parse(text)
    assert isinstance(refusal.value, PitbossError)


@given(whole)
def test_what_is_written_is_read_again(cents: int) -> None:
    assert Money.parse(str(Money(cents))) == Money(cents)


@given(amounts)
def test_a_negative_amount_is_written_with_its_sign_and_never_read(amount: Money) -> None:
    text = str(amount)
    assert text.startswith("-") == (amount.cents < 0)
    assert text.lstrip("-").replace(".", "").lstrip("0") == str(abs(amount.cents)).lstrip("0")
    if amount.cents < 0:
        with pytest.raises(MoneyError):
            Money.parse(text)


@pytest.mark.parametrize(
    ("cents", "dollars"),
    [(0, "$0.00"), (5, "$0.05"), (200000, "$2,000.00"), (-123456789, "-$1,234,567.89")],
)
def test_dollars_as_a_rulebook_prints_them(cents: int, dollars: str) -> None:
    assert Money(cents).dollars == dollars


# --- arithmetic -----------------------------------------------------------------------------------


@given(amounts, amounts, st.integers(-1000, 1000))
def test_money_adds_like_its_cents(a: Money, b: Money, n: int) -> None:
    assert (a + b).cents == a.cents + b.cents
    assert (a - b).cents == a.cents - b.cents
    assert (a * n).cents == a.cents * n
    assert a + b - b == a
    assert total([a, b, a]) == a + b + a


@given(amounts, amounts)
def test_money_compares_like_its_cents(a: Money, b: Money) -> None:
    assert (a < b, a <= b, a == b, a >= b, a > b) == (
        a.cents < b.cents, a.cents <= b.cents, a.cents == b.cents,
        a.cents >= b.cents, a.cents > b.cents,
    )  # fmt: skip
    assert bool(a) == (a.cents != 0)


def test_money_is_not_a_number() -> None:
    assert Money(5) != 5
    assert hash(Money(5)) != hash(5)
    assert len({Money(5), Money(5), Money(6)}) == 2
    number: Any = 5
    for wrong in (operator.add, operator.sub, operator.lt, operator.ge, operator.truediv):
        for pair in ((Money(5), number), (number, Money(5))):
            with pytest.raises((TypeError, AttributeError)):
                wrong(*pair)


@pytest.mark.parametrize("name", ["cents", "other"])
def test_money_does_not_change(name: str) -> None:
    amount = Money(5)
    with pytest.raises(AttributeError):
        setattr(amount, name, 6)
    with pytest.raises(AttributeError):
        delattr(amount, name)
    assert amount.cents == 5
    assert not hasattr(amount, "__dict__")


@given(amounts)
def test_money_survives_copies_and_pickles(amount: Money) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(amount, protocol)) == amount
    assert copy.copy(amount) == copy.deepcopy(amount) == amount


# --- dividing -------------------------------------------------------------------------------------


@given(st.integers(0, 10**12), st.integers(1, 10**6))
def test_rounding_is_down_up_or_to_the_nearest(n: int, d: int) -> None:
    exact = Fraction(n, d)
    down, nearest, up = (
        rounding.divide(n, d) for rounding in (Rounding.FLOOR, Rounding.HALF_UP, Rounding.CEIL)
    )
    assert down <= exact < down + 1
    assert up - 1 < exact <= up
    assert nearest - Fraction(1, 2) <= exact < nearest + Fraction(1, 2)


@given(st.integers(0, 10**12).map(Money), st.lists(stakes, min_size=1, max_size=7))
def test_shares_are_in_proportion_and_odd_cents_are_left_over(
    amount: Money, weights: list[Money]
) -> None:
    parts, odd = shares_of(amount, weights)
    assert total(parts) + odd == amount
    assert 0 <= odd.cents < len(weights)
    whole_stake = total(weights).cents
    for part, weight in zip(parts, weights, strict=True):
        exact = Fraction(amount.cents * weight.cents, whole_stake)
        assert 0 <= exact - part.cents < 1


# --- what is paid ---------------------------------------------------------------------------------


@given(st.integers(1, 1000), stakes)
def test_to_returns_the_stake_and_for_keeps_it(n: int, stake: Money) -> None:
    assert To(n).winnings(stake) == For(n).winnings(stake) == stake * n
    assert To(n).returned(stake) == stake
    assert For(n).returned(stake) == NOTHING
    # With the stake given back, one less comes to the same (I-29).
    as_to = For(n).as_to
    assert as_to.winnings(stake) + as_to.returned(stake) == For(n).winnings(stake)


@given(st.integers(1, 1000), st.integers(1, 100))
def test_to_and_for_are_never_the_same(n: int, d: int) -> None:
    to: object = To(n, d)
    assert to != For(n, d)
    assert (str(To(n, d)), str(For(n, d))) == (f"{n} to {d}", f"{n} for {d}")
    assert type(parse_pays(str(To(n, d)))) is To
    assert type(parse_pays(str(For(n, d)))) is For


@given(st.integers(1, 100), st.integers(2, 9), stakes)
def test_odds_pay_exactly_or_not_at_all(n: int, d: int, stake: Money) -> None:
    for kind in (To, For):
        if stake.cents * n % d:
            with pytest.raises(InexactPayment, match="not a whole number of cents"):
                kind(n, d).winnings(stake)
        else:
            assert kind(n, d).winnings(stake).cents * d == stake.cents * n


@given(whole.map(Money), stakes)
def test_a_prize_is_the_same_on_every_stake(amount: Money, stake: Money) -> None:
    assert Prize(amount).winnings(stake) == amount


@pytest.mark.parametrize(
    "pays",
    [To(1000), For(40), To(3, 2), Prize(Money(200000)), Prize(Money(5)), Prize(Money(250000000))],
)
def test_what_is_printed_is_read_again(pays: To | For | Prize) -> None:
    assert parse_pays(str(pays)) == pays


def test_a_share_names_its_meter() -> None:
    assert parse_pays("10% of jackpot") == Share(10, "jackpot")
    assert parse_pays("100% of mega") == Share(100, "mega")


@pytest.mark.parametrize(
    "text",
    [
        "7:1", "7 To 1", "0 to 1", "7 to 0", "7 to", "7to1", " 7 to 1", "7.5 to 1", "-7 to 1",
        "0% of jackpot", "101% of jackpot", "10%", "10% of", "$2000", "$2,00.00", "$-5.00",
        "2,000.00", "", "nothing",
    ],
)  # fmt: skip
def test_what_no_paytable_pays(text: str) -> None:
    with pytest.raises(OddsError, match="is not what a paytable pays"):
        parse_pays(text)


@pytest.mark.parametrize(
    ("pays", "name"),
    [(To(7), "n"), (For(7), "d"), (Prize(Money(5)), "amount"), (Share(10, "mega"), "percent")],
)
def test_pays_do_not_change(pays: object, name: str) -> None:
    with pytest.raises(AttributeError):
        setattr(pays, name, 8)
    assert pickle.loads(pickle.dumps(pays)) == pays
