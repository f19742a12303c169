"""What several winners take from a level: the register's worked examples, and what is always so."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.jackpot.awards import Claim, Sharing, award
from pitboss.money import Money, Rounding

FLOOR, SEEDS, ORDER = Sharing(), Sharing(seed_based=True), Sharing(one_by_one=True)
HALF_UP, CEIL = Sharing(rounding=Rounding.HALF_UP), Sharing(rounding=Rounding.CEIL)

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


# --- the register's own examples ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("meter_and_reset", "percents", "sharing", "won", "after"),
    [
        # I-03: to the cent below, and the rest stays; the house may round otherwise.
        ("12345.67 10000.00", "1:10", FLOOR, "1:1234.56", "11111.11"),
        ("12345.67 10000.00", "1:10", HALF_UP, "1:1234.57", "11111.10"),
        ("12345.67 10000.00", "1:10", CEIL, "1:1234.57", "11111.10"),
        # I-08: two straight flushes share ten percent and ten percent of the rest; an odd cent
        # stays on the meter. Seed-based, the second takes ten percent of the reset.
        ("100000.00 10000.00", "1:10 4:10", FLOOR, "1:9500.00 4:9500.00", "81000.00"),
        ("60000.01 10000.00", "1:10 2:10", FLOOR, "1:5700.00 2:5700.00", "48600.01"),
        ("100000.00 10000.00", "1:10 2:10", SEEDS, "1:5500.00 2:5500.00", "89000.00"),
        # I-09: two winners of a whole level share it and one reset; one by one, the highest seat
        # comes first.
        ("300.01 250.00", "1:100 2:100", FLOOR, "1:275.00 2:275.00", "250.01"),
        ("300.01 250.00", "1:100 2:100", ORDER, "1:250.00 2:300.01", "250.00"),
        ("1000.00 100.00", "1:10 6:10", ORDER, "1:90.00 6:100.00", "810.00"),
        # I-10: the royal is paid after the straight flush.
        ("60000.00 10000.00", "2:10 7:100", FLOOR, "2:6000.00 7:54000.00", "10000.00"),
        ("60000.00 10000.00", "2:10 7:100", ORDER, "2:6000.00 7:54000.00", "10000.00"),
    ],
)
def test_i_03_i_08_i_09_and_i_10_as_the_register_works_them_out(
    meter_and_reset: str, percents: str, sharing: Sharing, won: str, after: str
) -> None:
    meter, reset = map(Money.parse, meter_and_reset.split())
    made = [
        Claim(int(seat), int(percent), seat == "7")
        for seat, percent in (one.split(":") for one in percents.split())
    ]
    awards = award(meter, reset, made, sharing)
    assert " ".join(f"{seat}:{won}" for seat, won in sorted(awards.by_seat.items())) == won
    assert str(awards.after) == after
    assert awards.resets == reset * percents.count("100")


# --- always so ------------------------------------------------------------------------------------


@given(cents, cents, claims(), sharings)
def test_nothing_is_lost_or_made_and_each_whole_award_is_one_reset_of_the_house(
    amount: int, reset: int, made: list[Claim], sharing: Sharing
) -> None:
    awards = award(Money(amount), Money(reset), made, sharing)
    assert awards.awarded.cents == sum(won.cents for won in awards.by_seat.values())
    assert amount - awards.awarded.cents + awards.resets.cents == awards.after.cents
    assert set(awards.by_seat) == {claim.seat for claim in made}
    assert all(won.cents >= 0 for won in (*awards.by_seat.values(), awards.after))
    wholes = sum(claim.percent == 100 for claim in made)
    # The house adds more only where rounding or a reset above the meter asks for what is not there.
    made_up = awards.resets.cents - wholes * reset
    assert made_up >= 0
    if reset <= 9 * amount and sharing.rounding is Rounding.FLOOR:
        assert made_up == 0
    if not made:
        assert (awards.awarded.cents, awards.resets.cents, awards.after.cents) == (0, 0, amount)
    # Nor does the order matter in which claims come in.
    assert awards == award(Money(amount), Money(reset), made[::-1], sharing)


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
