"""What was told with a report or a ruling, read and held against the table."""

from __future__ import annotations

from pitboss.errors import MoneyError
from pitboss.money import NOTHING, Money
from pitboss.round.round import Seat
from pitboss.rulebook.model import WagerRule
from pitboss.table.irregularities.case import Case


def seat_told(case: Case) -> int:
    """The seat named."""
    return number_told(case, case.details.get("seat", ""))


def number_told(case: Case, text: str) -> int:
    """A seat of the layout, by its number."""
    seats = [str(number) for number in range(1, case.rules.setting.positions + 1)]
    if text not in seats:
        case.refuse(f"Seat {text!r}", f"The layout has seats 1 to {len(seats)}.")
    return int(text)


def hand_told(case: Case) -> Seat:
    """The seat named, which holds a hand that is in the round."""
    seat = seat_told(case)
    at = case.table.play.seats.get(seat)
    if at is None or not at.is_live:
        case.refuse(f"No hand in play at seat {seat}", "Name a seat whose hand is in the round.")
    return at


def wager_told(case: Case) -> WagerRule:
    """The wager named, which the rulebook knows."""
    wagers = case.rules.rulebook.wagers
    name = case.details.get("wager", "")
    if name not in wagers:
        case.refuse(f"{name!r} is not a wager", f"Known: {', '.join(wagers)}.")
    return wagers[name]


def standing_told(case: Case, at: Seat) -> WagerRule:
    """The wager named, which stands at the seat and has not been withdrawn in turn."""
    rule = wager_told(case)
    if rule.id not in at.wagers or at.decisions.get(rule.id) == "withdraw":
        case.refuse(f"No {rule.title} in play at seat {at.seat}", "Name a wager that stands there.")
    return rule


def money_told(case: Case, name: str) -> Money:
    """An amount of more than nothing."""
    amount = money_of(case, case.details.get(name, ""))
    if amount <= NOTHING:
        case.refuse(f"{name} of {amount.dollars}", "Tell more than nothing.")
    return amount


def money_of(case: Case, text: str) -> Money:
    """An amount as it was written."""
    try:
        return Money.parse(text)
    except MoneyError as error:
        case.refuse(str(error), "Write an amount like 25.00.")


def player_told(case: Case) -> str:
    """The player named, who has a hand in the round."""
    player = case.details.get("player", "")
    if not hands_of(case, player):
        case.refuse(f"{player} has no hand in play", "Name a player whose hand is in the round.")
    return player


def hands_of(case: Case, player: str) -> list[Seat]:
    """A player's hands that are in the round, from the dealer's left."""
    return [at for at in case.table.play.live if at.player == player]
