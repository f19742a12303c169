"""What several winners take from a level: the register's worked examples, and what is always so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.jackpot.awards import Awards, Claim, Sharing, award
from pitboss.money import Money, Rounding

FLOOR = Sharing()

cents = st.integers(0, 10**9)
roundings = st.sampled_from(list(Rounding))
# At most two straight flushes fit at one table, and one royal (I-08, I-10).
few = st.integers(0, 2)


@st.composite
def claims(draw: st.DrawFn, *, ten: int | None = None, whole: int | None = None) -> list[Claim]:
    """Claims of one table round on one level: so many at ten percent, so many on the whole."""
    tens = draw(few) if ten is None else ten
    wholes = draw(few) if whole is None else whole
    seats = draw(st.permutations(range(1, 8)))
    made = [Claim(seat, 10, False) for seat in seats[:tens]]
    made += [Claim(seat, 100, n == 0) for n, seat in enumerate(seats[tens : tens + wholes])]
    return draw(st.permutations(made))


sharings = st.builds(
    Sharing, rounding=roundings, seed_based=st.booleans(), one_by_one=st.booleans()
)


def paid(amount: str, reset: str, *made: Claim, sharing: Sharing = FLOOR) -> Awards:
    return award(Money.parse(amount), Money.parse(reset), made, sharing)


def amounts(awards: Awards) -> dict[int, str]:
    return {seat: str(won) for seat, won in awards.by_seat.items()}


# --- the register's own examples ------------------------------------------------------------------


def test_i_03_ten_percent_to_the_cent_below_and_the_rest_stays() -> None:
    awards = paid("12345.67", "10000.00", Claim(1, 10, False))
    assert amounts(awards) == {1: "1234.56"}
    assert str(awards.after) == "11111.11"


@pytest.mark.parametrize(
    ("rounding", "won"),
    [(Rounding.FLOOR, "1234.56"), (Rounding.HALF_UP, "1234.57"), (Rounding.CEIL, "1234.57")],
)
def test_i_03_the_house_may_round_otherwise(rounding: Rounding, won: str) -> None:
    sharing = Sharing(rounding=rounding)
    awards = paid("12345.67", "10000.00", Claim(1, 10, False), sharing=sharing)
    assert amounts(awards) == {1: won}


def test_i_08_two_straight_flushes_share_ten_percent_and_ten_percent_of_the_rest() -> None:
    awards = paid("100000.00", "10000.00", Claim(1, 10, False), Claim(4, 10, False))
    assert amounts(awards) == {1: "9500.00", 4: "9500.00"}
    assert str(awards.after) == "81000.00"


def test_i_08_an_odd_cent_stays_on_the_meter() -> None:
    awards = paid("60000.01", "10000.00", Claim(1, 10, False), Claim(2, 10, False))
    assert amounts(awards) == {1: "5700.00", 2: "5700.00"}
    assert str(awards.after) == "48600.01"


def test_i_08_seed_based_takes_ten_percent_of_the_reset_for_the_second() -> None:
    sharing = Sharing(seed_based=True)
    awards = paid(
        "100000.00", "10000.00", Claim(1, 10, False), Claim(2, 10, False), sharing=sharing
    )
    assert amounts(awards) == {1: "5500.00", 2: "5500.00"}
    assert str(awards.after) == "89000.00"


def test_i_09_two_winners_of_a_whole_level_share_it_and_one_reset() -> None:
    awards = paid("300.01", "250.00", Claim(1, 100, False), Claim(2, 100, False))
    assert amounts(awards) == {1: "275.00", 2: "275.00"}
    assert (str(awards.after), str(awards.resets)) == ("250.01", "500.00")


def test_i_09_in_settlement_order_the_highest_seat_comes_first() -> None:
    sharing = Sharing(one_by_one=True)
    awards = paid("300.01", "250.00", Claim(1, 100, False), Claim(2, 100, False), sharing=sharing)
    assert amounts(awards) == {2: "300.01", 1: "250.00"}
    awards = paid("1000.00", "100.00", Claim(1, 10, False), Claim(6, 10, False), sharing=sharing)
    assert amounts(awards) == {6: "100.00", 1: "90.00"}


def test_i_10_the_royal_is_paid_after_the_straight_flush() -> None:
    for sharing in (FLOOR, Sharing(one_by_one=True)):
        awards = paid(
            "60000.00", "10000.00", Claim(7, 100, True), Claim(2, 10, False), sharing=sharing
        )
        assert amounts(awards) == {2: "6000.00", 7: "54000.00"}
        assert str(awards.after) == "10000.00"


# --- always so ------------------------------------------------------------------------------------


@given(cents, cents, claims(), sharings)
def test_nothing_is_lost_and_nothing_is_made(
    amount: int, reset: int, made: list[Claim], sharing: Sharing
) -> None:
    awards = award(Money(amount), Money(reset), made, sharing)
    assert awards.awarded.cents == sum(won.cents for won in awards.by_seat.values())
    assert amount - awards.awarded.cents + awards.resets.cents == awards.after.cents
    assert set(awards.by_seat) == {claim.seat for claim in made}


@given(cents, cents, claims(), sharings)
def test_nobody_is_paid_less_than_nothing_and_no_level_falls_below_it(
    amount: int, reset: int, made: list[Claim], sharing: Sharing
) -> None:
    awards = award(Money(amount), Money(reset), made, sharing)
    assert all(won.cents >= 0 for won in awards.by_seat.values())
    assert awards.after.cents >= 0


@given(cents, cents, claims(), sharings)
def test_each_whole_award_is_one_reset_of_the_house(
    amount: int, reset: int, made: list[Claim], sharing: Sharing
) -> None:
    awards = award(Money(amount), Money(reset), made, sharing)
    wholes = sum(claim.percent == 100 for claim in made)
    # The house adds more only where rounding or a reset above the meter asks for what is not there.
    made_up = awards.resets.cents - wholes * reset
    assert made_up >= 0
    if reset <= 9 * amount and sharing.rounding is Rounding.FLOOR:
        assert made_up == 0


@given(cents, cents, claims(), st.booleans())
def test_rounded_down_a_level_never_pays_more_than_it_has_and_restarts_with_its_reset(
    amount: int, reset: int, made: list[Claim], one_by_one: bool
) -> None:
    awards = award(Money(amount), Money(reset), made, Sharing(one_by_one=one_by_one))
    wholes = sum(claim.percent == 100 for claim in made)
    assert awards.awarded.cents <= amount + max(wholes - 1, 0) * reset
    odd = len(made)
    if wholes:
        assert reset <= awards.after.cents < reset + odd
    else:
        assert 0 <= awards.after.cents <= amount


@given(cents, cents, claims(), roundings, st.booleans())
def test_equal_claims_get_equal_shares(
    amount: int, reset: int, made: list[Claim], rounding: Rounding, seed_based: bool
) -> None:
    sharing = Sharing(rounding=rounding, seed_based=seed_based)
    awards = award(Money(amount), Money(reset), made, sharing)
    for percent in (10, 100):
        shares = {awards.by_seat[claim.seat] for claim in made if claim.percent == percent}
        assert len(shares) <= 1


@given(cents, cents, claims(ten=2, whole=0))
def test_the_pool_of_two_straight_flushes_is_nineteen_percent_less_odd_cents(
    amount: int, reset: int, made: list[Claim]
) -> None:
    awards = award(Money(amount), Money(reset), made, FLOOR)
    exact = 19 * amount
    assert exact - 200 < 100 * awards.awarded.cents <= exact


@given(cents, cents, claims(), sharings)
def test_the_order_in_which_claims_come_in_does_not_matter(
    amount: int, reset: int, made: list[Claim], sharing: Sharing
) -> None:
    first = award(Money(amount), Money(reset), made, sharing)
    assert first == award(Money(amount), Money(reset), made[::-1], sharing)


@given(cents, cents, sharings)
def test_without_a_claim_a_level_stays_as_it_is(amount: int, reset: int, sharing: Sharing) -> None:
    awards = award(Money(amount), Money(reset), [], sharing)
    assert (awards.awarded.cents, awards.resets.cents, awards.after.cents) == (0, 0, amount)
