"""Operating settings of a table: what the house may choose, and whether a table so set can play."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import NoReturn

from pitboss.round.deal import has_stack
from pitboss.round.start import open_round
from pitboss.round.wagers import least_and_most
from pitboss.rulebook.model import WagerRule
from pitboss.rulebook.terms import payout_limit
from pitboss.table.chips.stakes import MatchPlay
from pitboss.table.deck_contributions import CLAUSE, CONTRIBUTIONS
from pitboss.table.equipment.inventory import clause, decks_in_use, is_physical
from pitboss.table.equipment.shuffles import cut_is_required
from pitboss.table.rounds import opening_of
from pitboss.table.rules import FIRST_IS_BOTTOM, PAYOUT_LIMIT, TableRules, refuse

_TRUTH = ("true", "false")
SETTING_VALUES: Mapping[str, tuple[str, ...]] = {
    "absent_default": ("ride", "withdraw"),
    "allow_shared_areas": _TRUTH,
    "counting_shuffler": _TRUTH,
    "cut_required": _TRUTH,
    "failure_default": ("resume", "void"),
    "handled_misdeal_default": ("void", "stand"),
    "invalidated_wagers": ("return", "forfeit"),
    "lucky_population": ("all_areas", "active_areas", "progressive_areas"),
    "magic_reveal": ("at_settlement", "after_lock"),
    "match_play": tuple(MatchPlay),
    # More than one area for each player is in the register as a wish, and no rule says how such
    # hands would be played (I-62).
    "max_areas_per_player": ("1",),
    "render_progressive_as_to": _TRUTH,
    "settle_order": ("right_to_left", "left_to_right"),
    "stack_first_is_bottom": _TRUTH,
    "table_counts": ("required", "not_required"),
    "under_min_scope": ("table_day", "casino_day"),
    "unequal_after_deal": ("equalise_down", "void_hand"),
}
"""The values that an operating setting may have, where they are a few words."""
EVERY_TABLE: Mapping[str, tuple[str, ...]] = {CONTRIBUTIONS: _TRUTH}
"""Settings that no rulebook names: they are about the system that deals, whatever the game."""
ROLE_SETTINGS = ("correction_role", "permit_role")
"""Operating settings that name a rung of the rulebook's ladder."""

LIMIT_APPROVAL = "payout_limit_approval"


def check_playable(rules: TableRules, now: str) -> None:
    """Whether a table so set could be opened and play a round, or `RuleBreach`."""
    _check_in_force(rules, now)
    _check_layout(rules)
    check_settings(rules)
    _check_house(rules)
    _check_approved(rules)
    _check_timer(rules)
    _check_equipment(rules)
    # A round that would be refused shows now that the table could never play one.
    open_round(rules.terms, opening_of(rules), rules.rulebook.procedure["open"])


def _check_in_force(rules: TableRules, now: str) -> None:
    """An edition holds from its date, and not before (I-99)."""
    effective = rules.rulebook.effective
    if effective is None:
        return
    begins = datetime.fromisoformat(effective)
    at = datetime.fromisoformat(now)
    is_early = at < begins if begins.tzinfo is not None else at.date() < begins.date()
    if is_early:
        refuse(
            f"{rules.rulebook.title}, {rules.rulebook.edition}",
            "I-99",
            f"It holds from {effective}, and it is {now}.",
        )


def _check_layout(rules: TableRules) -> None:
    layouts = {layout.id: layout for layout in rules.rulebook.layouts}
    setting = rules.setting
    layout = layouts.get(setting.layout)
    if layout is None:
        refuse(
            f"Layout {setting.layout!r}",
            rules.rulebook.layouts[0].clause,
            f"Choose one of {', '.join(layouts)}.",
        )
    if not layout.least <= setting.positions <= layout.most:
        refuse(
            f"Layout {layout.id} with {setting.positions} positions",
            layout.clause,
            f"It has {layout.least} to {layout.most}.",
        )


def _check_approved(rules: TableRules) -> None:
    """A payout limit is one that the authority approved, by its reference (10(c), I-50)."""
    rule, limit = rules.rulebook.payout_limit, payout_limit(rules.setting.options)
    if rule is None or limit is None:
        return
    if rules.choice(LIMIT_APPROVAL).strip() in ("", "none"):
        refuse(
            f"{PAYOUT_LIMIT} {limit.dollars} without approval",
            rule.clause,
            f"Set {LIMIT_APPROVAL} to the reference of the approval, or leave the limit.",
        )


def check_settings(rules: TableRules) -> None:
    """Every setting is one the rulebook names with a value it may have; none left open is left out.

    What the rulebook leaves open the house must choose (I-06, I-98).
    """
    rulebook, setting = rules.rulebook, rules.setting
    known = {name: rule for name, rule in rulebook.settings.items() if rule.of == "table"}
    for name in setting.house:
        if name not in known and name not in EVERY_TABLE:
            refuse(
                f"Setting {name!r}",
                rulebook.procedure["open"],
                f"Known: {', '.join(sorted([*known, *EVERY_TABLE]))}.",
            )
    for name, values in EVERY_TABLE.items():
        if setting.house.get(name, values[0]) not in values:
            refuse(f"{name} {setting.house[name]!r}", CLAUSE, f"Choose one of {', '.join(values)}.")
    for name, listed in known.items():
        values = rulebook.roles if name in ROLE_SETTINGS else SETTING_VALUES.get(name, ())
        chosen = setting.house.get(name, listed.default)
        if values and chosen is not None and chosen not in values:
            _refuse(rules, name, f"Choose one of {', '.join(values)}.")
    for wager in setting.offered:
        rule = rulebook.wagers.get(wager)
        if rule is None or rule.follows is not None:
            refuse(
                f"{wager!r} offered",
                rulebook.procedure["open"],
                f"Known: {', '.join(rulebook.wagers)}.",
            )
        option = rules.terms.unsettled.get(wager)
        if option is not None:
            refuse(
                f"{rule.title} offered without a table",
                _of_winning(rules, rule),
                f"Choose {option} first, or do not offer it.",
            )
        if rule.has_free_size and least_and_most(rulebook, rule, setting.limits) is None:
            refuse(
                f"{rule.title} without limits",
                "I-98",
                f"Set the least and the most for {rule.limit_key}.",
            )
    for rule in rulebook.wagers.values():
        if rule.required and rule.id not in setting.offered:
            refuse(f"{rule.title} is not offered", rule.clause, "No hand without it.")


def _of_winning(rules: TableRules, rule: WagerRule) -> str:
    """The clause by which a wager wins; a wager of a group has none of its own."""
    cited = rules.terms.cite.get(f"{rule.id}.win")
    return cited.rules[0] if cited is not None and cited.rules else rule.clause


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
        "A fold never costs Pair Plus: a player who gives it up declines to show the hand.",
    ),
}
"""The one value there is of a setting, and what is done instead of another."""


def _limited_by(rules: TableRules, name: str) -> str:
    """What a setting would limit: every wager, or one; nothing for one of another kind."""
    wager = name.removesuffix("_limits")
    if name == "limits":
        return "each wager"
    return wager if wager != name and wager in rules.rulebook.wagers else ""


def _check_house(rules: TableRules) -> None:
    """Refuse an operating setting that cannot be played, or that is set elsewhere.

    Every setting that a rulebook names is read somewhere. One that does not decide is refused with
    what decides, so that no operator takes a table to do what it does not.
    """
    for name, chosen in rules.setting.house.items():
        if name in _ONLY and chosen != _ONLY[name][0]:
            _refuse(rules, name, _ONLY[name][1])
        if limited := _limited_by(rules, name):
            given = f"Give the least and the most of {limited} as the table's limits."
            _refuse(rules, name, given)
        if name == "deal_mode" and chosen != rules.setting.mode:
            _refuse(rules, name, f"It is the table's mode that says so, now {rules.setting.mode}.")
    method = rules.rulebook.dealing.get(rules.setting.method)
    is_turned = rules.choice(FIRST_IS_BOTTOM) == "false"
    if is_turned and method is not None and not has_stack(method):
        _refuse(rules, FIRST_IS_BOTTOM, f"By the {method.title} no stack is dispensed: leave it.")


def _refuse(rules: TableRules, name: str, remedy: str) -> NoReturn:
    listed = rules.rulebook.settings[name].interpretations
    clause = listed[0] if listed else rules.rulebook.procedure["open"]
    refuse(f"{name} {rules.choice(name)!r}", clause, remedy)


def _check_timer(rules: TableRules) -> None:
    timer = rules.choice("decision_timer")
    if timer not in ("", "off") and not (timer.isascii() and timer.isdigit() and int(timer)):
        _refuse(rules, "decision_timer", "Give whole seconds, or off.")


def _check_equipment(rules: TableRules) -> None:
    """Refuse a table whose settings concerning cards and devices cannot be played."""
    settings = rules.rulebook.settings
    if "stub_count_interval" in settings:
        # The house may count more often than the rulebook's default, and not less (I-38).
        printed = settings["stub_count_interval"].default or ""
        most = int(printed) if printed.isdecimal() else 0
        _check_number(rules, "stub_count_interval", most)
    if "decks" in settings:
        _check_number(rules, "decks", rules.rulebook.equipment.most_decks)
        _check_shuffler(rules)
    if cut_is_required(rules) and not is_physical(rules):
        refuse(
            "A cut where a generator deals",
            "I-102",
            "The order the system is bound to is dealt as it is: leave the cut out.",
        )


def _check_number(rules: TableRules, name: str, most: int) -> None:
    chosen = rules.choice(name)
    if not chosen.isdecimal() or not 1 <= int(chosen) <= most:
        _refuse(rules, name, f"Choose 1 to {most}.")


def _check_shuffler(rules: TableRules) -> None:
    has_none = rules.choice("shuffler") in ("", "none")
    if decks_in_use(rules) > 1 and has_none and is_physical(rules):
        second = clause(rules, "second_deck") or rules.rulebook.procedure["open"]
        refuse("Two decks without a shuffler", second, "Set the shuffler, by its id.")
