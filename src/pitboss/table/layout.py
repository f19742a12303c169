"""The layout: its circles, questions and names; odds and hands that go by the whole table.

A bonus wager such as Cover All goes by the best hand of the table. Its odds depend on how many
hands there are: the deal fixes them, and then they are shown. It is settled last. As the dealer
turns hands over from the right, the best that wins so far stays exposed, until a better one takes
its place; it is tracked from the lowest hand the paytable pays (I-47).
"""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.hands.classes import describe_five, five_card_class
from pitboss.hands.tables import strength_of_five
from pitboss.money import NOTHING, Money, total
from pitboss.round.round import Seat
from pitboss.rulebook.model import Paytable, Rulebook, WagerRule
from pitboss.table.deck_contributions import takes_contributions
from pitboss.table.equipment.inventory import is_dealt
from pitboss.table.rounds import offered_now
from pitboss.table.rules import Mode, TableRules, permitted_stakes
from pitboss.table.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Circle:
    """One wager circle of the layout."""

    wager: str
    title: str
    """The rulebook's own words."""
    clause: str
    group: str | None
    """Wagers of one group are placed together and equal."""
    required: bool
    is_opening: bool
    """Whether a hand begins with it; every other wager needs one of these."""
    needs: tuple[str, ...]
    """At least one of these must stand beside it."""
    follows: str | None
    """Placed by a decision, from `least_times` to `most_times` the wager it follows."""
    least_times: int
    most_times: int
    decision: str | None
    least: Money | None
    most: Money | None
    step: Money | None
    """Stakes are whole multiples of this; None where a decision says how much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionView:
    """One decision that hands are asked for."""

    decision: str
    title: str
    asks: str
    """What the player is asked, in words."""
    clause: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LayoutView:
    """What stays the same about a table while it is open."""

    table: str
    title: str
    rulebook: str
    edition: str
    game: str
    currency: str
    mode: Mode
    is_practice: bool
    """Play money."""
    positions: int
    hand_cards: int
    community_cards: int
    dealer_cards: int
    hands_per_player: str
    link: str | None
    opening: Money
    """The least that a hand can begin with."""
    circles: tuple[Circle, ...]
    decisions: tuple[QuestionView, ...]
    payments: dict[str, str]
    """Titles of payments that are no wagers: envy, magic_card, lucky_player."""
    contributes: bool
    """Whether the screens of seated players add to the decks (I-115)."""


def layout_of(rules: TableRules, table: Table) -> LayoutView:
    """The layout as a screen draws it, every name the rulebook's own."""
    rulebook, setting = rules.rulebook, rules.setting
    offered = offered_now(rules, table)
    on_layout = [
        rule for rule in rulebook.wagers.values() if rule.id in offered or rule.follows in offered
    ]
    has_required = any(rule.required for rule in on_layout)
    circles = tuple(_circle(rules, rule, has_required=has_required) for rule in on_layout)
    return LayoutView(
        table=setting.table,
        title=rulebook.title,
        rulebook=rulebook.id,
        edition=rulebook.edition,
        game=rulebook.game,
        currency=setting.currency,
        mode=setting.mode,
        is_practice=setting.is_practice,
        positions=setting.positions,
        hand_cards=rulebook.hand_cards,
        community_cards=rulebook.community_cards,
        dealer_cards=rulebook.dealer_cards,
        hands_per_player=rulebook.hands_per_player,
        link=setting.link,
        opening=total(circle.least or NOTHING for circle in circles if circle.is_opening),
        circles=circles,
        decisions=_questions(rules),
        payments=dict(rulebook.payments),
        contributes=takes_contributions(rules),
    )


def _circle(rules: TableRules, rule: WagerRule, *, has_required: bool) -> Circle:
    amounts = None if rule.follows is not None else permitted_stakes(rules, rule)
    return Circle(
        wager=rule.id,
        title=rule.title,
        clause=rule.clause,
        group=rule.group,
        required=rule.required,
        is_opening=amounts is not None and not rule.needs and (rule.required or not has_required),
        needs=rule.needs,
        follows=rule.follows,
        least_times=rule.least_times,
        most_times=rule.most_times,
        decision=rule.decision,
        least=None if amounts is None else amounts.least,
        most=None if amounts is None else amounts.most,
        step=None if amounts is None else amounts.step,
    )


def _questions(rules: TableRules) -> tuple[QuestionView, ...]:
    return tuple(
        QuestionView(
            decision=rule.id,
            title=rule.title,
            asks=rules.game.questions.get(rule.id, rule.title),
            clause=rule.clause,
            choices=rule.choices,
        )
        for rule in rules.rulebook.decisions.values()
    )


# --- a bonus wager that goes by the best hand of the table ------------------------------------


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
        if rule.goes_by_hands:
            name = rules.terms.paytable_name(rule, players=hands)
            shown.append(Column(wager=wager, hands=hands, table=rulebook.paytables[name]))
    return shown


@dataclass(frozen=True, slots=True, kw_only=True)
class BestHand:
    """The best hand met so far, which stays exposed while the others are turned over."""

    wager: str
    title: str
    seat: int
    hand: str
    """In words."""
    replaces: int | None
    """The seat whose hand it took the place of just now."""
    clause: str

    def __str__(self) -> str:
        text = f"the best hand so far is seat {self.seat}'s, {self.hand}: leave it exposed"
        if self.replaces is not None:
            text += f", and take up seat {self.replaces}'s"
        return f"{text} ({self.clause})"


def left_exposed(rules: TableRules, table: Table) -> BestHand | None:
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
    return BestHand(
        wager=column.wager,
        title=rules.rulebook.wagers[column.wager].title,
        seat=best.seat,
        hand=describe_five(_strength(table, best)),
        replaces=former.seat if is_new and former is not None else None,
        clause=_of_exposing(rules.rulebook, column.wager, is_new=is_new),
    )


def _of_exposing(rulebook: Rulebook, wager: str, *, is_new: bool) -> str:
    """The clause that has the best hand left exposed, or the wager's where no rule says how."""
    step = "replace_exposed" if is_new else "leave_exposed"
    return rulebook.procedure.get(step, rulebook.wagers[wager].clause)


def _is_met(table: Table, at: Seat) -> bool:
    """Whether the hand was shown to the table: one that was declined is not turned over."""
    return at.seat in table.play.shown and at.exposed


def _strength(table: Table, at: Seat) -> int:
    return strength_of_five(at.cards + table.play.community[: 5 - len(at.cards)])
