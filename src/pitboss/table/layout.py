"""What stays the same about a table while it is open: its circles, questions and names."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.money import NOTHING, Money, total
from pitboss.rulebook.model import Rulebook, WagerRule
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
    """Placed by a decision, `times` the wager it follows."""
    times: int
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


def layout_of(rules: TableRules, table: Table) -> LayoutView:
    """The layout as a screen draws it, every name the rulebook's own."""
    rulebook, setting = rules.rulebook, rules.setting
    offered = setting.offered if table.setting is None else table.setting.offered
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
        decisions=_questions(rulebook),
        payments=dict(rulebook.payments),
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
        times=rule.times,
        decision=rule.decision,
        least=None if amounts is None else amounts.least,
        most=None if amounts is None else amounts.most,
        step=None if amounts is None else amounts.step,
    )


def _questions(rulebook: Rulebook) -> tuple[QuestionView, ...]:
    return tuple(
        QuestionView(decision=rule.id, title=rule.title, clause=rule.clause, choices=rule.choices)
        for rule in rulebook.decisions.values()
    )
