"""Three Card Poker: ante and play against a dealer who must qualify, pair plus on its own."""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.cards import parse_cards
from pitboss.hands.tables import strength_of_three
from pitboss.money import Share
from pitboss.round.game import Deal, Decide, Expose, Game, Settle, Show, Sight, TakeWagers, What
from pitboss.round.round import Seat
from pitboss.round.settlement import Line, Outcome, Showdown, payment

_LEAST_TO_PLAY = strength_of_three(parse_cards("Qs 6h 4d"))


def settle(showdown: Showdown) -> Iterator[tuple[int, Line]]:
    """Compare each playing hand with the dealer's; pair plus and ante bonus go by the hand."""
    dealer = _dealer(showdown)
    for at in showdown.live:
        own = strength_of_three(at.cards)
        if "ante" in at.wagers:
            for line in _ante_and_play(showdown, at, own, dealer):
                yield at.seat, line
        if "pair_plus" in at.wagers:
            yield at.seat, _pair_plus(showdown, at, own, qualified=dealer is not None)


def _dealer(showdown: Showdown) -> int | None:
    """The dealer's strength, or none where the dealer does not qualify."""
    cards = showdown.play.dealer
    strength = strength_of_three(cards)
    qualifies = showdown.terms.qualifies(str(showdown.terms.options["dealer_qualifies"]))
    return strength if qualifies(cards, strength) else None


def _ante_and_play(showdown: Showdown, at: Seat, own: int, dealer: int | None) -> Iterator[Line]:
    if at.is_folded:
        yield showdown.lose(at, "ante", "ante.fold")
        return
    if not at.exposed:
        yield from _declined(showdown, at, qualified=dealer is not None)
        return
    yield from _compared(showdown, at, own, dealer)
    bonus = showdown.terms.table("ante_bonus").row(own)
    if bonus is not None:
        assert not isinstance(bonus.pays, Share), "only a progressive wager pays from a meter"
        ante = showdown.at_risk(at, "ante")
        why = showdown.terms.why(f"ante_bonus.{_win(dealer is not None)}", bonus)
        line = payment("ante_bonus", bonus.pays, bonus.pays.winnings(ante), why)
        yield showdown.paid_to(at, "ante", line)


def _compared(showdown: Showdown, at: Seat, own: int, dealer: int | None) -> Iterator[Line]:
    rows = showdown.terms.table("ante")
    if dealer is None:
        yield showdown.win(at, "ante", rows.named("ante"), "ante.not_qualified")
        yield showdown.give_back(at, "play", Outcome.RETURNED, "play.not_qualified")
        return
    for wager in ("ante", "play"):
        if own > dealer:
            yield showdown.win(at, wager, rows.named(wager), f"{wager}.win")
        elif own == dealer:
            yield showdown.give_back(at, wager, Outcome.STAND_OFF, f"{wager}.stand_off")
        else:
            yield showdown.lose(at, wager, f"{wager}.lose")


def _declined(showdown: Showdown, at: Seat, *, qualified: bool) -> Iterator[Line]:
    """A hand that is not shown is lower; with no comparison there is nothing to decline (I-70)."""
    pays_ante = showdown.terms.options["decline_when_dealer_not_qualified"] == "pay_ante"
    if qualified or not pays_ante:
        yield showdown.lose(at, "ante", "ante.declined")
        yield showdown.lose(at, "play", "play.declined")
        return
    row = showdown.terms.table("ante").named("ante")
    yield showdown.win(at, "ante", row, "ante.declined_not_qualified")
    yield showdown.give_back(at, "play", Outcome.RETURNED, "play.declined_not_qualified")


def _pair_plus(showdown: Showdown, at: Seat, own: int, *, qualified: bool) -> Line:
    """A fold never costs the pair plus; not showing the hand does (I-70, I-76)."""
    if not at.exposed:
        return showdown.lose(at, "pair_plus", "pair_plus.declined")
    row = showdown.terms.table("pair_plus").row(own)
    if row is None:
        return showdown.lose(at, "pair_plus", "pair_plus.lose")
    return showdown.win(at, "pair_plus", row, f"pair_plus.{_win(qualified)}")


def _win(qualified: bool) -> str:
    """The rulebook says the same twice, once for each kind of dealer's hand."""
    return "win" if qualified else "not_qualified"


def play_queen_six_four(sight: Sight) -> str:
    """Play with queen, six, four or better.

    >>> hands = map(parse_cards, ("Qs 6h 4d", "Qs 6h 3d", "2s 2h 3d"))
    >>> [play_queen_six_four(Sight("play", ("play", "fold"), own)) for own in hands]
    ['play', 'fold', 'play']
    """
    return "play" if strength_of_three(sight.own) >= _LEAST_TO_PLAY else "fold"


GAME = Game(
    name="three_card",
    stages=(
        TakeWagers(),
        Deal(),
        Decide("play", placing="the cards lie face down with the wager on top of them"),
        Expose(What.DEALER, 3, "dealer"),
        Expose(What.COMMUNITY, None, "expose_1"),
        Show(),
        Settle(),
    ),
    settle=settle,
    strategy=play_queen_six_four,
    questions={"play": "Play against the dealer, or fold?"},
    wagers=("ante", "pair_plus", "progressive", "play"),
    reasons=(
        "ante.win", "ante.not_qualified", "ante.lose", "ante.stand_off", "ante.fold",
        "ante.declined", "ante.declined_not_qualified", "play.win", "play.not_qualified",
        "play.lose", "play.stand_off", "play.declined", "play.declined_not_qualified",
        "pair_plus.declined", "pair_plus.not_qualified",
        "ante_bonus.win", "ante_bonus.not_qualified",
    ),
    choices=("continue",),
    options={
        "dealer_qualifies": (),
        "decline_when_dealer_not_qualified": ("pay_ante", "lose_all"),
    },
    paytables=("ante_bonus",),
)  # fmt: skip
