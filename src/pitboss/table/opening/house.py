"""The operating settings of how a round is dealt, settled and shown, and those set elsewhere.

Every setting that a rulebook names is read somewhere. One that is not what decides is refused
with what is, so that nobody takes a table to do what it does not.
"""

from __future__ import annotations

from typing import NoReturn

from pitboss.errors import RuleBreach
from pitboss.round.deal import has_stack
from pitboss.table.rules import FIRST_IS_BOTTOM, LEFT_TO_RIGHT, SETTLE_ORDER, TableRules

_TRUTH = ("true", "false")
_VALUES = {
    "render_progressive_as_to": _TRUTH,
    SETTLE_ORDER: ("right_to_left", LEFT_TO_RIGHT),
    FIRST_IS_BOTTOM: _TRUTH,
}
_ONLY = {
    "cover_all_dealer_hand": (
        "off",
        "No rule says what a dealer's hand would be: only players' hands count.",
    ),
    "odds_override": (
        "none",
        'Write a rulebook file whose paytable has approval = "<reference>", and open the table '
        "with it.",
    ),
    "pair_plus_after_fold_presumed": (
        "true",
        "A fold never costs Pair Plus: whoever gives it up declines to show the hand.",
    ),
}
"""The one value there is of a setting, and what is done instead of another."""

_LIMITS = {
    "limits": "Give the least and the most of each wager as the table's limits.",
    "cover_all_limits": "Give the least and the most of cover_all as the table's limits.",
}


def check_house(rules: TableRules) -> None:
    """Each says something that can be done, or `RuleBreach`."""
    for name, chosen in rules.setting.house.items():
        if name in _VALUES and chosen not in _VALUES[name]:
            _refuse(rules, name, f"Choose {' or '.join(_VALUES[name])}.")
        if name in _ONLY and chosen != _ONLY[name][0]:
            _refuse(rules, name, _ONLY[name][1])
        if name in _LIMITS:
            _refuse(rules, name, _LIMITS[name])
        if name == "deal_mode" and chosen != rules.setting.mode:
            _refuse(rules, name, f"It is the table's mode that says so, now {rules.setting.mode}.")
    method = rules.rulebook.dealing.get(rules.setting.method)
    is_turned = rules.choice(FIRST_IS_BOTTOM) == "false"
    if is_turned and method is not None and not has_stack(method):
        _refuse(rules, FIRST_IS_BOTTOM, f"By the {method.title} no stack is dispensed: leave it.")


def _refuse(rules: TableRules, name: str, remedy: str) -> NoReturn:
    raise RuleBreach(
        f"{name} {rules.setting.house[name]!r}",
        clause=rules.rulebook.settings[name].interpretations[0],
        remedy=remedy,
    )
