"""Decks and draws from seeds: what is specified, what is equally likely, what is refused."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from math import factorial, prod

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pitboss.cards import DECK, parse_cards
from pitboss.errors import BadSetting, RuleBreach
from pitboss.shuffling import (
    BLOCK,
    Stream,
    commitment,
    context_of,
    cut,
    deck_of,
    generator_bytes,
    lucky_seat_of,
    magic_card_of,
    opens,
    shuffled,
)
from tests.shuffling import rebuild

MGC = "mgc-let-it-ride"
MEGALINK = "mbs-megalink-let-it-ride-v2"

ZEROS = "00" * 32
COUNTED = bytes(range(32)).hex()
ONES = "ff" * 32

SEEDS = st.binary(min_size=32, max_size=32).map(bytes.hex)
TABLES = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=12)
CONTEXTS = st.builds(context_of, TABLES, st.integers(1, 10**12))
RATES = st.fractions(0, 1)


# --- the specification --------------------------------------------------------------------------

# Made with tests/shuffling/rebuild.py, which knows the decision record and not the product.
VECTORS = [
    (
        ZEROS, "T1/17", [],
        "ac16902eae8e4dc3e849508a8d42e813099b1dd5c4e5b59a30b542aafbad0a0c",
        "3d 9s 4d 9c Ah 4c Jh Kd 2d Ac 5s Kc 7d Tc Jc 2c 2h Qh Qs 2s Qd Ad Ks 6d 5d 7h "
        "Th Qc 8c 3h 5h 7s 6s 8d 4h Td Kh Ts 7c 3s 4s Jd 8h 6c 3c 8s 5c Js As 9d 6h 9h",
    ),
    (
        COUNTED, "pit-2/1", [],
        "492fad4857401eaf561359000e95b0142205c6ba604e1794dff4aa779da82b59",
        "Ad 3d 6s Jd Ac 6h 8h 4c 4h Qh 2s Ah Ks Kh 6c 9s 3s 2h 5s Ts 6d Qc 7h 5d 7d Js "
        "8c Kc 4s 7s Tc Td 5c Jc As 8d 3h 3c Jh 4d 2c 9h 9c 2d 7c 5h Th Kd Qd 8s 9d Qs",
    ),
    (
        COUNTED, "pit-2/1", [ZEROS, ONES],
        "492fad4857401eaf561359000e95b0142205c6ba604e1794dff4aa779da82b59",
        "Jc 8d Kc 5s 3c 4c 9s 4h 2h 6d 3s 8c 6c Qc 2s 9c Kd 7s Ks Ad 7d Ac Jh 7h 5d Kh "
        "6h 5c 7c 8h Qh 4d Td 9h 3h As 3d Th 6s Ts Qd Js Tc 9d Ah 8s 4s 2d Qs 2c Jd 5h",
    ),
    (
        ONES, "T1/999999999999", [],
        "adabc1f6d4db667cad83a74a634877d5fb6411729c556f52b71ecff3dee42028",
        "As 2h 8h Ts 4d 2d Qc 5d Kc Qh 3d 7s 7c 6h 8s 9s 4s 7h 7d Ad 5s 9h Qd 9d Qs Jh "
        "8c 4h 2s Ks Th 6c Kd Td 3c 9c 6s 6d Ac 2c Jc Js 3h 5c Jd 3s 8d Kh 4c 5h Ah Tc",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("seed", "context", "added", "digest", "deck"), VECTORS)
def test_the_vectors(seed: str, context: str, added: list[str], digest: str, deck: str) -> None:
    assert commitment(seed, context=context) == digest
    assert deck_of(seed, context, added) == parse_cards(deck)
    assert rebuild.commitment(seed, context) == digest
    assert rebuild.deck(seed, context, added) == deck.split()


def test_the_vectors_of_the_draws() -> None:
    third, nearly, areas = Fraction(1, 3), Fraction(999, 1000), [6, 2, 4]
    drawn = [
        (
            str(magic_card_of(seed, context, Fraction(1))),
            str(magic_card_of(seed, context, third)),
            lucky_seat_of(seed, context, Fraction(1), range(1, 8)),
            lucky_seat_of(seed, context, nearly, areas),
        )
        for seed, context in ((ZEROS, "T1/17"), (COUNTED, "pit-2/1"), (ONES, "T1/999999999999"))
    ]
    assert drawn == [("6s", "6s", 3, 4), ("Tc", "None", 4, 2), ("As", "None", 7, 2)]


def test_the_stream_is_shake_256_as_published() -> None:
    # FIPS 202, SHAKE-256 of nothing, the first 32 bytes.
    known = "46b9dd2b0ba88d13233b3feb743eeb243fcd52ea62b81b82b50c27646ed5762f"
    assert Stream(b"").take(32).hex() == known
    in_parts = Stream(b"pitboss")
    taken = b"".join(in_parts.take(count) for count in (1, BLOCK - 2, 2, 0, 500))
    assert taken == hashlib.shake_256(b"pitboss").digest(BLOCK + 501)


@given(SEEDS, CONTEXTS, st.lists(SEEDS, max_size=3))
def test_anyone_rebuilds_the_deck(seed: str, context: str, added: list[str]) -> None:
    assert commitment(seed, context=context) == rebuild.commitment(seed, context)
    assert [str(card) for card in deck_of(seed, context, added)] == rebuild.deck(
        seed, context, added
    )


@given(SEEDS, CONTEXTS, RATES, st.sets(st.integers(1, 9)), st.lists(SEEDS, max_size=7))
@example(ZEROS, "T1/1", Fraction(1, 257), {7}, [])
@example(ZEROS, "T1/1", Fraction(10**40 - 1, 10**40), {1, 2, 3}, [])
@example(ZEROS, "T1/1", Fraction(1), {1, 2, 3}, [ZEROS])
def test_anyone_rebuilds_the_draws(
    seed: str, context: str, rate: Fraction, areas: set[int], added: list[str]
) -> None:
    exact = (rate.numerator, rate.denominator)
    magic = magic_card_of(seed, context, rate, added)
    assert (magic and str(magic)) == rebuild.magic_card(seed, context, exact, added)
    assert lucky_seat_of(seed, context, rate, list(areas), added) == rebuild.lucky_seat(
        seed, context, exact, list(areas), added
    )


def test_the_collected_bytes_are_those_the_deck_is_drawn_from() -> None:
    collected = generator_bytes(ZEROS, "T1/17")
    assert len(collected) == BLOCK
    # As OpenSSL prints them for the command in the decision record.
    assert collected.hex().startswith("1e7881e2870cd38b68fd9b4f8657b0e1")
    assert collected.hex().endswith("e005d5678f8223d5d6eb80")
    assert deck_of(ZEROS, "T1/17")[-1] == DECK[0x1E]


# --- commitments --------------------------------------------------------------------------------


@given(SEEDS, CONTEXTS, SEEDS, CONTEXTS)
def test_a_commitment_opens_with_its_own_seed_and_round_only(
    seed: str, context: str, other_seed: str, other_context: str
) -> None:
    published = commitment(seed, context=context)
    assert opens(published, seed, context)
    assert opens(published.upper(), seed.upper(), context)
    assert opens(published, other_seed, context) == (other_seed == seed)
    assert opens(published, seed, other_context) == (other_context == context)


@pytest.mark.parametrize("place", range(0, 64, 7))
def test_a_commitment_with_one_digit_changed_does_not_open(place: int) -> None:
    published = commitment(ZEROS, context="T1/17")
    digit = "0" if published[place] != "0" else "1"
    assert not opens(published[:place] + digit + published[place + 1 :], ZEROS, "T1/17")


@pytest.mark.parametrize("published", ["", "é", "ac16"])
def test_what_is_no_commitment_is_not_opened(published: str) -> None:
    assert not opens(published, ZEROS, "T1/17")


@pytest.mark.parametrize("seed", ["", "0" * 63, "0" * 65, "g" * 64, "0" * 64 + "\n", "\u0660" * 64])
def test_what_is_no_seed_is_refused_everywhere(seed: str) -> None:
    for use in (
        lambda: commitment(seed, context="T1/1"),
        lambda: deck_of(seed, "T1/1"),
        lambda: deck_of(ZEROS, "T1/1", [seed]),
        lambda: magic_card_of(seed, "T1/1", Fraction(1)),
        lambda: lucky_seat_of(seed, "T1/1", Fraction(1), [1]),
    ):
        with pytest.raises(BadSetting, match="64 hexadecimal digits"):
            use()


@pytest.mark.parametrize(
    "context", ["", "T1", "T1/", "/1", "T1/0", "T1/01", "T1/-1", "T1/1\n", "T\n1/1", "T 1/1", "é/1"]
)
def test_what_names_no_round_is_refused(context: str) -> None:
    with pytest.raises(BadSetting, match=r"such as T1/17"):
        deck_of(ZEROS, context)


# --- every number and every order equally likely ------------------------------------------------


Order = tuple[int, ...]


class ReadAgain(Exception):
    """The bytes planted were thrown away."""


class Planted(Stream):
    """A stream that holds these bytes and no more."""

    def __init__(self, planted: bytes) -> None:
        super().__init__(b"")
        self._planted = planted

    def take(self, count: int) -> bytes:
        taken, self._planted = self._planted[:count], self._planted[count:]
        if len(taken) < count:
            raise ReadAgain
        return taken


def numbers_below(bound: int, width: int) -> Counter[int | None]:
    """What each string of so many bytes gives; none where it is thrown away."""
    found: Counter[int | None] = Counter()
    for number in range(256**width):
        try:
            found[Planted(number.to_bytes(width, "big")).below(bound)] += 1
        except ReadAgain:
            found[None] += 1
    return found


@pytest.mark.parametrize("bound", range(2, 257))
def test_of_all_bytes_each_number_has_equally_many(bound: int) -> None:
    found = numbers_below(bound, 1)
    thrown = found.pop(None, 0)
    assert thrown == 256 % bound
    assert found == dict.fromkeys(range(bound), 256 // bound)


@pytest.mark.parametrize("bound", [257, 1000, 52 * 51, 65_535])
def test_of_all_pairs_of_bytes_each_number_has_equally_many(bound: int) -> None:
    found = numbers_below(bound, 2)
    assert found.pop(None, 0) == 65_536 % bound
    assert found == dict.fromkeys(range(bound), 65_536 // bound)


def test_a_number_that_was_thrown_away_is_read_again() -> None:
    assert Planted(bytes([255, 208, 207])).below(52) == 207 % 52
    assert Planted(b"").below(1) == 0, "nothing is read where there is no choice"


def orders(shuffle: Callable[[Callable[[int], int]], Order]) -> Counter[Order]:
    """The orders of all ways in which the draws can fall, each way once."""
    asked: list[int] = []

    def ask(bound: int) -> int:
        asked.append(bound)
        return 0

    shuffle(ask)
    found: Counter[Order] = Counter()
    for draws in product(*map(range, asked)):
        found[shuffle(_each(draws))] += 1
    assert found.total() == prod(asked)
    return found


def _each(draws: tuple[int, ...]) -> Callable[[int], int]:
    following = iter(draws)
    return lambda _: next(following)


def naive(things: Order, below: Callable[[int], int]) -> Order:
    """The shuffle that is wrong: every place changes with any other."""
    order = list(things)
    for place in range(len(order)):
        other = below(len(order))
        order[place], order[other] = order[other], order[place]
    return tuple(order)


@pytest.mark.rule(MGC, "5(a)")
@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6])
def test_5_a_every_order_comes_from_exactly_one_way_to_draw(size: int) -> None:
    things = tuple(range(size))
    found = orders(lambda below: shuffled(things, below))
    assert found == dict.fromkeys(permutations(things), 1)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_counting_tells_a_naive_shuffle(size: int) -> None:
    found = orders(lambda below: naive(tuple(range(size)), below))
    assert len(found) == factorial(size)
    assert len(set(found.values())) > 1


@given(SEEDS, CONTEXTS)
def test_a_deck_is_all_52_once(seed: str, context: str) -> None:
    assert sorted(deck_of(seed, context)) == list(DECK)


def test_every_round_has_its_own_deck() -> None:
    decks = {deck_of(ZEROS, context_of(table, n)) for table in "AB" for n in range(1, 51)}
    assert len(decks) == 100


def test_contributions_and_their_order_change_the_deck() -> None:
    added: list[list[str]] = [[], [ONES], [COUNTED], [COUNTED, ONES], [ONES, COUNTED], [ONES, ONES]]
    assert len({deck_of(ZEROS, "T1/17", seeds) for seeds in added}) == len(added)


# --- cutting ------------------------------------------------------------------------------------


@pytest.mark.rule(MGC, "5(b)(1)(ii)")
def test_5_b_1_ii_at_least_ten_cards_are_taken() -> None:
    for size in (-1, 0, 1, 9):
        with pytest.raises(RuleBreach, match="Take 10 to 42 cards from the top of 52") as refused:
            cut(DECK, size)
        assert refused.value.clause == "5(b)(1)(ii)"
    assert cut(DECK, 10) == DECK[10:] + DECK[:10]


@pytest.mark.rule(MGC, "5(b)(1)(iii)")
def test_5_b_1_iii_the_rest_goes_on_top_and_is_ten_cards_too() -> None:
    assert cut(DECK, 20) == DECK[20:] + DECK[:20]
    assert cut(DECK, 42) == DECK[42:] + DECK[:42]
    for size, left in ((43, "9 cards"), (51, "1 card"), (52, "0 cards"), (99, "0 cards")):
        with pytest.raises(RuleBreach, match=f"leaves {left} to go on top") as refused:
            cut(DECK, size)
        assert refused.value.clause == "5(b)(1)(iii)"


# --- Magic Card and Lucky Player ----------------------------------------------------------------


@pytest.mark.rule(MEGALINK, "4.3")
def test_4_3_i_21_a_rate_of_one_always_draws_and_a_rate_of_nothing_never() -> None:
    rounds = [context_of("T1", number) for number in range(1, 400)]
    assert {magic_card_of(ZEROS, one, Fraction(1)) for one in rounds} == set(DECK)
    assert {magic_card_of(ZEROS, one, Fraction(0)) for one in rounds} == {None}


@pytest.mark.rule(MEGALINK, "4.4")
def test_4_4_i_20_the_area_is_one_of_those_that_take_part() -> None:
    rounds = [context_of("T1", number) for number in range(1, 200)]
    assert {lucky_seat_of(ZEROS, one, Fraction(1), [2, 5, 7]) for one in rounds} == {2, 5, 7}
    assert {lucky_seat_of(ZEROS, one, Fraction(1), []) for one in rounds} == {None}
    assert {lucky_seat_of(ZEROS, one, Fraction(0), [2, 5, 7]) for one in rounds} == {None}
    for one in rounds:
        seat = lucky_seat_of(ZEROS, one, Fraction(1), [2, 5, 7])
        assert seat == lucky_seat_of(ZEROS, one, Fraction(1), [7, 2, 5])


@pytest.mark.parametrize("rate", [Fraction(-1, 10), Fraction(11, 10)])
def test_i_21_a_rate_is_from_0_to_1(rate: Fraction) -> None:
    with pytest.raises(BadSetting, match="a rate is from 0 to 1"):
        magic_card_of(ZEROS, "T1/17", rate)
    with pytest.raises(BadSetting, match="a rate is from 0 to 1"):
        lucky_seat_of(ZEROS, "T1/17", rate, [])
