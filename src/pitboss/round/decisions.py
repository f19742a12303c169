"""Hands of a round: which seat is asked, which hand is turned, and what becomes of a hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitboss.codec import stored
from pitboss.round.wagers import WagerPlaced, WagerWithdrawn
from pitboss.rulebook.model import DecisionRule, Rulebook
from pitboss.rulebook.terms import Terms

if TYPE_CHECKING:
    from pitboss.round.round import RoundState, Seat

# --- commands ---------------------------------------------------------------------------------


@stored("view-hand")
class ViewHand:
    """A person with several hands looks at one, and thereby at no other."""

    seat: int


@stored("choose")
class Choose:
    """A seat answers the question put to it."""

    seat: int
    choice: str


@stored("show-hand")
class ShowHand:
    """The dealer turns a seat's cards over."""

    seat: int


@stored("decline-to-show")
class DeclineToShow:
    """A player does not let the hand be compared."""

    seat: int


@stored("remove-hand")
class RemoveHand:
    """A hand is taken out of the round under a rule."""

    seat: int
    rule: str


# --- events -----------------------------------------------------------------------------------


@stored("hand-viewed", kw_only=True)
class HandViewed:
    """A person with several hands has looked at this one."""

    seat: int
    clause: str


@stored("choice-made", kw_only=True)
class ChoiceMade:
    """A seat answered."""

    seat: int
    decision: str
    choice: str
    clause: str


@stored("hand-shown", kw_only=True)
class HandShown:
    """A seat's cards are face up."""

    seat: int
    clause: str


@stored("hand-declined", kw_only=True)
class HandDeclined:
    """A seat's cards stay unseen."""

    seat: int
    clause: str


@stored("hand-removed", kw_only=True)
class HandRemoved:
    """A hand is out of the round."""

    seat: int
    clause: str


@stored("hand-forfeited", kw_only=True)
class HandForfeited:
    """A hand is out of the round, and its wagers are lost: so the house has it (I-81)."""

    seat: int
    clause: str


# --- questions --------------------------------------------------------------------------------


def is_asked(rule: DecisionRule, at: Seat) -> bool:
    """Whether the question concerns a seat: its wager is in play and it has not folded."""
    return any(wager in at.wagers for wager in rule.asked_of) or rule.otherwise is not None


def next_to_decide(terms: Terms, live: tuple[Seat, ...], decision: str) -> Seat | None:
    """Of the live seats, the one that is asked now, from the dealer's left; None at the end."""
    rule = terms.rules.decisions[decision]
    for at in live:
        if decision not in at.decisions and not at.is_folded and is_asked(rule, at):
            return at
    return None


def choices_of(rule: DecisionRule, at: Seat) -> tuple[str, ...]:
    """The answers a seat may give."""
    has_wager = any(wager in at.wagers for wager in rule.asked_of)
    return rule.choices if has_wager else (rule.otherwise or "",)


def chosen(
    terms: Terms, at: Seat, decision: str, choice: str, clause: str
) -> Iterator[ChoiceMade | WagerWithdrawn | WagerPlaced]:
    """The answer, and the wager that it withdraws or places."""
    yield ChoiceMade(seat=at.seat, decision=decision, choice=choice, clause=clause)
    if choice == "withdraw":
        withdrawn = terms.cite[f"{decision}.withdrawn"].rules[0]
        yield WagerWithdrawn(seat=at.seat, wager=decision, clause=withdrawn)
    for rule in terms.rules.wagers.values():
        times = rule.times({decision: choice})
        if times and rule.follows:
            # Those who funded what it follows fund it, in the same parts (I-80).
            for part in at.parts(rule.follows):
                yield WagerPlaced(
                    seat=at.seat,
                    player=part.player,
                    wager=rule.id,
                    stake=part.stake * times,
                    clause=rule.clause,
                )


# --- hands ------------------------------------------------------------------------------------


def next_to_show(terms: Terms, play: RoundState, live: tuple[Seat, ...]) -> Seat | None:
    """The seat whose hand is turned now, in the order of settlement; None once all are."""
    for at in live if terms.from_left else reversed(live):
        if at.seat not in play.shown and _must_show(terms.rules, at):
            return at
    return None


def _must_show(rules: Rulebook, at: Seat) -> bool:
    """A folded hand is turned only for a wager that a fold does not end (I-63, I-76)."""
    return not at.is_folded or not all(map(rules.is_lost_by_folding, at.wagers))


def may_view(play: RoundState, at: Seat) -> bool:
    """Whether the player must still say which of several hands to look at, and may say this."""
    own = hands_of(play, at.player)
    return len(own) > 1 and not play.viewed.intersection(own) and at.seat not in play.shown


def hands_of(play: RoundState, player: str) -> list[int]:
    """The seats at which a person was dealt a hand; a hand taken out since still counts (I-79)."""
    return [n for n, at in sorted(play.seats.items()) if at.player == player and at.cards]


def has_several(play: RoundState) -> bool:
    """Whether any player sits at more than one place."""
    return len({at.player for at in play.seats.values()}) < len(play.seats)
