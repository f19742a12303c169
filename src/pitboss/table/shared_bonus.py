"""A bonus wager that goes by the best hand of the whole table, as Cover All does.

Its odds depend on how many hands there are: the deal fixes them, and then they are shown. It is
settled last. As the dealer turns hands over from the right, the best that wins so far stays
exposed, until a better one takes its place; it is tracked from the lowest hand the paytable pays
(I-47).
"""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.hands.classes import describe_five, five_card_class
from pitboss.hands.tables import strength_of_five
from pitboss.round.round import Seat
from pitboss.rulebook.model import Paytable
from pitboss.table.equipment.inventory import is_dealt
from pitboss.table.rules import TableRules
from pitboss.table.table import Table

PLAYERS = "{players}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """The paytable of a wager for the number of hands in this round."""

    wager: str
    hands: int
    table: Paytable

    def __str__(self) -> str:
        rows = (f"{row.hand.replace('_', ' ')} {row.pays}" for row in self.table.rows)
        return f"{self.table.title}: {', '.join(rows)} ({self.table.clause})"


def columns_shown(rules: TableRules, table: Table) -> list[Column]:
    """What is shown once the last stack is dealt; before that the number of hands is not known.

    The number stays as it was dealt: a hand that goes later does not raise the odds (I-46).
    """
    if not is_dealt(rules, table) or table.setting is None:
        return []
    hands = sum(bool(at.cards) for at in table.play.seats.values())
    rulebook, shown = rules.rulebook, []
    for wager in table.setting.offered:
        rule = rulebook.wagers[wager]
        if rule.paytable and PLAYERS in rule.paytable:
            name = rules.terms.paytable_name(rule, players=hands)
            shown.append(Column(wager=wager, hands=hands, table=rulebook.paytables[name]))
    return shown


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftExposed:
    """The hand that stays exposed now, and the one it replaces if it was met just now."""

    wager: str
    seat: int
    hand: str
    replaces: int | None
    clause: str

    def __str__(self) -> str:
        text = f"the best hand so far is seat {self.seat}'s, {self.hand}: leave it exposed"
        if self.replaces is not None:
            text += f", and take up seat {self.replaces}'s"
        return f"{text} ({self.clause})"


def left_exposed(rules: TableRules, table: Table) -> LeftExposed | None:
    """The hand to be left exposed, once one was met that wins."""
    play = table.play
    placed = {wager for at in play.live for wager in at.wagers}
    column = next((c for c in columns_shown(rules, table) if c.wager in placed), None)
    if column is None or play.is_settled:
        return None
    rows = rules.terms.table(column.wager, players=column.hands)
    # Hands are turned from the right, so the lowest seat of those shown was met last.
    met = [at for at in sorted(play.live, key=lambda at: -at.seat) if _is_met(table, at)]
    best: Seat | None = None
    former: Seat | None = None
    for at in met:
        strength = _strength(table, at)
        if rows.row(strength) is None:
            former = None
        elif best is None or five_card_class(strength) > five_card_class(_strength(table, best)):
            former, best = best, at
        else:
            former = None
    if best is None:
        return None
    is_new = former is not None and best is met[-1]
    return LeftExposed(
        wager=column.wager,
        seat=best.seat,
        hand=describe_five(_strength(table, best)),
        replaces=former.seat if is_new and former is not None else None,
        clause=rules.rulebook.procedure["replace_exposed" if is_new else "leave_exposed"],
    )


def _is_met(table: Table, at: Seat) -> bool:
    """Whether the hand was shown to the table: one that was declined is not turned over."""
    return at.seat in table.play.shown and at.exposed


def _strength(table: Table, at: Seat) -> int:
    return strength_of_five(at.cards + table.play.community[: 5 - len(at.cards)])
