"""People and dealers who do by chance whatever they may: tables, decks, wagers, commands.

Everything takes its chance from a `Random`, so that a state machine and a seeded run can play
the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from pitboss.cards import DECK, Card
from pitboss.games.library import built_in
from pitboss.money import Money
from pitboss.round.deal import BurnCard, DealCards, LeaveDown, RecordDraws, TurnCards
from pitboss.round.decisions import Choose, DeclineToShow, RemoveHand, ShowHand, ViewHand
from pitboss.round.options import Command as RoundCommand
from pitboss.round.options import Option
from pitboss.round.result import EndRound, SettleRound, VoidRound
from pitboss.round.round import RoundState, Seat
from pitboss.round.settlement import Level
from pitboss.round.start import OpenRound
from pitboss.round.wagers import CloseBets, PlaceWager, TakeDown
from pitboss.rulebook.model import OptionRule, OptionValue, Rulebook, WagerRule
from pitboss.rulebook.terms import Terms

STAKES = [Money.parse(stake) for stake in ("5.00", "10.00", "12.50", "25.00", "0.01", "133.33")]
LIMITS = (Money.parse("5.00"), Money.parse("100.00"))
PAYOUT_LIMITS = [None, "360000.00", "400000.00"]


def likely(rng: Random, percent: int) -> bool:
    """Whether something happens that happens so often."""
    return rng.randrange(100) < percent


def an_opening(rng: Random, rulebook: str) -> OpenRound:
    """A table that can be opened: layout, method, options, limits, and a link or none."""
    rules = built_in(rulebook)
    options = some_options(rng, rules)
    units = ["1.00", "5.00", "2.50"]
    if options.get("progressive_table", "TABLE1") == "TABLE1" and rules.family == "mgc":
        units = ["1.00"]
    limited = sorted({w.limit_key for w in rules.wagers.values() if w.group or w.required})
    return OpenRound(
        positions=rng.randint(rules.least_positions, rules.most_positions),
        method=rng.choice(list(rules.dealing)),
        options=options,
        limits=dict.fromkeys(limited, LIMITS) if likely(rng, 50) else {},
        unit=Money.parse(rng.choice(units)) if likely(rng, 80) else None,
    )


def some_options(rng: Random, rules: Rulebook) -> dict[str, OptionValue]:
    """A choice of options under which a round can be opened."""
    chosen = {
        name: _value(rng, option)
        for name, option in rules.options.items()
        if likely(rng, 80 if option.needed_by else 25)
    }
    if chosen.get("progressive_table") == "PTMGLML02":
        chosen["ptmglml02_seeds_confirmed"] = True
    return chosen


def _value(rng: Random, option: OptionRule) -> OptionValue:
    return rng.choice(option.values or PAYOUT_LIMITS)


def a_deck(rng: Random) -> tuple[Card, ...]:
    """A deck: shuffled, or with suits and runs together, so that rare hands are dealt."""
    deck = sorted(DECK, key=lambda card: (card.suit, card.rank), reverse=likely(rng, 50))
    if likely(rng, 50):
        rng.shuffle(deck)
        return tuple(deck)
    start = rng.randrange(52)
    deck = deck[start:] + deck[:start]
    # A few cards out of place, so that not every hand is a run.
    moved = [rng.choice(deck) for _ in range(rng.randrange(12))]
    return tuple([card for card in deck if card not in moved] + sorted(set(moved)))


def some_meters(rng: Random, terms: Terms) -> dict[str, Level]:
    """A reading of every level that the progressive table has."""
    rule = terms.rules.wagers["progressive"]
    readings = {}
    for name in terms.rules.paytables[terms.paytable_name(rule)].seeds:
        reset = rng.randint(10_000, 2_000_000)
        readings[name] = Level(Money(reset + rng.randint(0, 30_000_000)), Money(reset))
    return readings


def a_stake(rng: Random, rule: WagerRule, at: Seat, play: RoundState) -> Money:
    """A stake that may stand on a wager; wagers of a group are alike, mostly."""
    if rule.stake is not None:
        return rule.stake
    if rule.units is not None:
        assert play.unit is not None, "a progressive wager is offered only with a link"
        return play.unit * rng.randint(rule.units.least, rule.units.most or 7)
    least, most = play.limits.get(rule.limit_key, (Money(1), Money(10**9)))
    if rule.id in at.wagers:
        return Money(rng.randint(1, min((most - at.wagers[rule.id]).cents, 5000)))
    same = [stake for wager, stake in at.wagers.items() if wager in ("1", "2", "$")]
    if rule.group and same and likely(rng, 95):
        return same[0]
    return rng.choice([stake for stake in STAKES if least <= stake <= most])


def a_player(rng: Random, terms: Terms, play: RoundState, seat: int, wager: str) -> str:
    """Somebody who may place this wager at this seat."""
    at = play.seats.get(seat)
    if at is not None:
        return rng.choice(["ghost", "guest"]) if wager in at.wagers else at.player
    own = f"p{seat}"
    if terms.rules.hands_per_player == "several":
        return rng.choice([own, own, "many"])
    if terms.on("allow_two_positions"):
        for beside in (seat - 1, seat + 1):
            other = play.seats.get(beside)
            held = [n for n, at in play.seats.items() if other and at.player == other.player]
            if other and len(held) == 1 and likely(rng, 50):
                return other.player
    taken = {at.player for at in play.seats.values()}
    return own if own not in taken else f"q{seat}"


def command_for(
    rng: Random, may: Option, terms: Terms, play: RoundState, deck: Sequence[Card]
) -> RoundCommand:
    """One command that a permission stands for, such that `decide` must take it."""
    kind, seat = may.command, may.seat or 0
    if kind is PlaceWager:
        at = play.seats.get(seat) or Seat(seat=seat, player="")
        new = [wager for wager in may.choices if wager not in at.wagers]
        wager = rng.choice(new if new and likely(rng, 90) else may.choices)
        player = a_player(rng, terms, play, seat, wager)
        return PlaceWager(seat, player, wager, a_stake(rng, terms.rules.wagers[wager], at, play))
    if kind is TakeDown:
        wager = rng.choice(may.choices)
        at = play.seats[seat]
        backers = [part.player for part in at.shares.get(wager, ()) if part.player != at.player]
        return TakeDown(seat, rng.choice(backers or [at.player]), wager)
    if kind is Choose:
        return Choose(seat, rng.choice(may.choices))
    if kind is DealCards:
        out = {card for at in play.seats.values() for card in at.cards}
        out.update(play.community, play.dealer, play.burned)
        return DealCards(tuple([card for card in deck if card not in out][: may.cards]))
    if kind is RecordDraws:
        return RecordDraws(
            magic_card=rng.choice([None, *deck[:9]]),
            lucky_seat=rng.choice([None, *range(1, play.positions + 1)]),
        )
    if kind is SettleRound:
        return SettleRound(meters=some_meters(rng, terms) if play.unit is not None else {})
    if kind is VoidRound:
        return VoidRound(rng.choice(list(terms.rules.rules)))
    if kind is RemoveHand:
        return RemoveHand(seat, rng.choice(list(terms.rules.rules)))
    return _BARE[kind](seat)


_BARE: dict[Any, Callable[[int], RoundCommand]] = {
    ShowHand: ShowHand,
    ViewHand: ViewHand,
    DeclineToShow: DeclineToShow,
    CloseBets: lambda seat: CloseBets(),
    BurnCard: lambda seat: BurnCard(),
    TurnCards: lambda seat: TurnCards(),
    LeaveDown: lambda seat: LeaveDown(),
    EndRound: lambda seat: EndRound(),
}
