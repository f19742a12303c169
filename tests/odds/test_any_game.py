"""Games without odds of their own: the general solver against counts that share nothing with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from pitboss.cards import DECK, Card, parse_cards
from pitboss.errors import BadSetting
from pitboss.games.library import open_rulebook
from pitboss.games.registry import game_of
from pitboss.hands.classes import FiveCardClass
from pitboss.hands.plain import rank_five
from pitboss.odds.combinations import FULL_DECK, ShortDeck
from pitboss.odds.exhaustive import Exhaustive, TooManyDeals
from pitboss.odds.figures import CardsKnown, Spread
from pitboss.round.game import Deal, Expose, Game, Settle, Show, TakeWagers, What, stay_in
from pitboss.round.settlement import Line, Outcome, Showdown
from pitboss.rulebook.terms import terms_of
from tests.examples.folders import MISSISSIPPI
from tests.odds.small_games import HIGH_CARD, HIGH_CARD_TOML, small_rules

STUD = terms_of(open_rulebook(MISSISSIPPI))
STUD_GAME = game_of(STUD.rules)
HIGH = terms_of(small_rules(HIGH_CARD_TOML))
TWO_SUITS = ShortDeck((3, 8, 9, 10, 11, 12), 2)
"""Straight flushes and royals, pairs that pay, push and lose; no three of a kind."""
FOUR_SUITS = ShortDeck((0, 5, 12), 4)
"""Three and four of a kind, and full houses."""


def stud(deck: ShortDeck) -> Exhaustive:
    """The ante of Mississippi Stud."""
    return Exhaustive(game=STUD_GAME, terms=STUD, wager="ante", deck=deck)


def high_card(wager: str = "ante") -> Exhaustive:
    """A wager of one card against two."""
    return Exhaustive(game=HIGH_CARD, terms=HIGH, wager=wager)


# --- an independent count, from the words of the rules --------------------------------------------


def stud_pays(five: Sequence[Card]) -> int:
    """What one unit wins on five cards."""
    hand, ranks = rank_five(five)
    if hand == FiveCardClass.ONE_PAIR:
        return 1 if ranks[0] >= 9 else 0 if ranks[0] >= 4 else -1
    return {
        "ROYAL_FLUSH": 500, "STRAIGHT_FLUSH": 100, "FOUR_OF_A_KIND": 40, "FULL_HOUSE": 10,
        "FLUSH": 6, "STRAIGHT": 4, "THREE_OF_A_KIND": 3, "TWO_PAIRS": 2,
    }.get(FiveCardClass(hand).name, -1)  # fmt: skip


def stud_worth(deck: Sequence[Card], known: tuple[Card, ...], staked: int) -> Fraction:
    """Best play from here on, card by card, with so many antes staked so far."""
    if len(known) == 5:
        return Fraction(staked * stud_pays(known))
    left = [card for card in deck if card not in known]
    raised = (
        Fraction(sum(stud_worth(deck, (*known, card), staked + more) for card in left), len(left))
        for more in (1, 2, 3)
    )
    return max(Fraction(-staked), *raised)


@pytest.mark.slow
@pytest.mark.parametrize(
    "deck", [ShortDeck((3, 8, 9, 10, 11, 12), 1), ShortDeck((0, 5, 9), 3)], ids=["suit", "kinds"]
)
def test_mississippi_stud_is_worth_what_a_plain_count_says(deck: ShortDeck) -> None:
    hands = list(combinations(deck.cards, 2))
    counted = sum(stud_worth(deck.cards, hand, 1) for hand in hands) / len(hands)
    assert stud(deck).spread.expected == counted


def test_the_ways_are_named_by_the_rows_that_are_paid() -> None:
    spread = stud(FOUR_SUITS).spread
    named = {way.name: way for way in spread.by_name()}
    assert named["four_of_a_kind"].pays == "40 to 1"
    assert named["full_house"].net == 10 * named["full_house"].staked
    assert {way.net for way in spread.ways if way.name == "pair_sixes_to_tens"} <= {0}
    assert not any(way.is_hit for way in spread.ways if way.net <= 0)


# --- hands of one to five cards, and no decision --------------------------------------------------


def undecided(hand: int, deck: ShortDeck) -> Spread:
    """Five cards paid as they come, so many of them the player's own."""
    terms = terms_of(replace(STUD.rules, hand_cards=hand, community_cards=5 - hand))
    stages = (TakeWagers(), Deal(), Expose(What.COMMUNITY, None, "third"), Show(), Settle())
    game = replace(STUD_GAME, stages=stages)
    return Exhaustive(game=game, terms=terms, wager="ante", deck=deck).spread


@pytest.mark.parametrize("hand", [1, 2, 3, 4, 5])
def test_five_cards_are_worth_the_same_whoever_holds_them(hand: int) -> None:
    pays = [stud_pays(five) for five in combinations(TWO_SUITS.cards, 5)]
    assert undecided(hand, TWO_SUITS).expected == Fraction(sum(pays), len(pays))


@pytest.mark.slow
def test_the_published_counts_of_five_cards() -> None:
    counts = [way.combinations for way in undecided(5, FULL_DECK).by_name()]
    assert counts[:8] == [4, 36, 624, 3744, 5108, 10200, 54912, 123552]


# --- a dealer's card that is face up --------------------------------------------------------------


def high_card_nets(own: Card, dealer: Sequence[Card], raised: int) -> Fraction:
    highest = max(card.rank for card in dealer)
    if own.rank == highest:
        return Fraction(0)
    return 1 + Fraction(3, 2) * raised if own.rank > highest else Fraction(-1 - raised)


def high_card_choices(own: Card, up: Card) -> dict[str, Fraction]:
    """What each choice is worth against every card that the dealer may have beside the one up."""
    rest = [card for card in DECK if card not in (own, up)]
    worth = {
        choice: sum((high_card_nets(own, (up, down), times) for down in rest), Fraction(0))
        / len(rest)
        for choice, times in (("small", 1), ("large", 3))
    }
    return {**worth, "fold": Fraction(-1)}


def test_a_card_that_the_dealer_shows_is_known_to_the_player() -> None:
    deals = [(own, up) for own in DECK for up in DECK if own != up]
    counted = sum(max(high_card_choices(*deal).values()) for deal in deals) / len(deals)
    assert high_card().spread.expected == counted


@pytest.mark.parametrize(("own", "up"), [("As", "2d"), ("9s", "9d"), ("4c", "Kd"), ("8c", "7d")])
def test_advice_is_the_exact_worth_of_each_choice(own: str, up: str) -> None:
    found = high_card().advise(CardsKnown(parse_cards(own), dealer=parse_cards(up)))
    assert found.options == high_card_choices(Card.parse(own), Card.parse(up))
    assert found.options[found.best] == max(found.options.values())


def test_advice_rests_on_what_was_decided_before() -> None:
    cards = CardsKnown(parse_cards("Ah Kd"), parse_cards("2c 7s"))
    cheap, dear = (
        stud(ShortDeck(tuple(range(13)), 4)).advise(cards._replace(decided=decided))
        for decided in (("raise_1", "raise_1"), ("raise_3", "raise_3"))
    )
    assert [advice.options["fold"] for advice in (cheap, dear)] == [-3, -7]
    # Six cards pair, and 42 do not.
    for advice, staked in ((cheap, 3), (dear, 7)):
        worth = Fraction(6 * (staked + 1) - (48 - 9) * (staked + 1), 48)
        assert advice.options["raise_1"] == worth
    assert dear.decided == {"third": "raise_3", "fourth": "raise_3"}


def test_advice_on_cards_no_decision_is_made_on_is_refused() -> None:
    with pytest.raises(BadSetting, match="raise on 0 community cards and 1 of the dealer's"):
        high_card().advise(CardsKnown(parse_cards("As")))
    twice = CardsKnown(parse_cards("Ah Kd"), parse_cards("2c"), decided=("raise_1", "raise_1"))
    with pytest.raises(BadSetting, match="2 answers given; 1 come before"):
        stud(TWO_SUITS).advise(twice)


# --- side wagers ----------------------------------------------------------------------------------


def test_a_side_wager_is_played_for_the_best_of_the_main_one() -> None:
    # It is lost with a folded hand, so that it is paid only on pairs that are worth playing.
    deals = [(own, up) for own in DECK for up in DECK if own != up and own.rank == up.rank]
    played = sum(
        max(c, key=c.__getitem__) != "fold" for c in (high_card_choices(*d) for d in deals)
    )
    assert 0 < played < len(deals)
    assert high_card("red").spread.hit_frequency == Fraction(played, 52 * 51)


def test_pays_of_three_to_two_lose_no_cent() -> None:
    assert {way.net for way in high_card().spread.ways if way.name == "win"} == {
        Fraction(5, 2),
        Fraction(11, 2),
    }


# --- what is too large ----------------------------------------------------------------------------


def test_a_game_too_large_is_refused_with_its_size_and_what_to_do() -> None:
    asked = stud(ShortDeck(tuple(range(13)), 4))
    with pytest.raises(TooManyDeals, match=r"about 43,316,\d+ deals.*minutes.*simulate.*odds"):
        asked.check()
    late = CardsKnown(parse_cards("Jh Jd"), parse_cards("2c 7s"))
    assert asked.advise(late).best == "raise_3"


def test_the_number_of_deals_is_foreseen() -> None:
    asked = replace(stud(TWO_SUITS), most=stud(TWO_SUITS).deals - 1)
    with pytest.raises(TooManyDeals, match="about a minute"):
        asked.check()


# --- settlements that go by more than ranks and equal suits ---------------------------------------


def _spades_win(game: Game) -> Game:
    def settle(showdown: Showdown) -> Iterator[tuple[int, Line]]:
        for at in showdown.live:
            wins = at.cards[0].suit == 3
            row = showdown.terms.table("ante").named("ante")
            line = (
                showdown.win(at, "ante", row, "ante.win")
                if wins
                else showdown.lose(at, "ante", "ante.lose")
            )
            yield at.seat, line
            if "raise" in at.wagers:
                yield at.seat, showdown.give_back(at, "raise", Outcome.RETURNED, "ante.win")

    return replace(game, settle=settle)


def test_a_settlement_that_tells_suits_apart_must_say_so() -> None:
    forgot = _spades_win(HIGH_CARD)
    with pytest.raises(BadSetting, match="tells_apart"):
        _ = replace(high_card(), game=forgot, deck=FOUR_SUITS).spread
    said = replace(forgot, tells_apart=("suits",))
    spread = replace(high_card(), game=said, deck=FOUR_SUITS).spread
    assert spread.hit_frequency == Fraction(1, 4)


def _first_ace_wins(showdown: Showdown) -> Iterator[tuple[int, Line]]:
    for at in showdown.live:
        for wager in at.wagers:
            if showdown.play.community[0].rank == 12:
                row = showdown.terms.table(wager).named("straight")
                yield at.seat, showdown.win(at, wager, row, f"{wager}.win")
            else:
                yield at.seat, showdown.lose(at, wager, f"{wager}.lose")


def test_a_settlement_that_goes_by_the_order_of_cards_must_say_so() -> None:
    forgot = replace(STUD_GAME, settle=_first_ace_wins)
    stays = replace(stud(FOUR_SUITS), strategy=stay_in)
    with pytest.raises(BadSetting, match="tells_apart"):
        _ = replace(stays, game=forgot).spread
    said = replace(forgot, tells_apart=("order",))
    assert replace(stays, game=said).spread.hit_frequency == Fraction(1, 3)
