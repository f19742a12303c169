"""Tables as a house might set them up, by chance, and a link whose meters never stand still."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from random import Random

from pitboss.games.library import built_in
from pitboss.money import Money
from pitboss.round.settlement import Level
from pitboss.rulebook.model import Rulebook
from pitboss.rulebook.terms import terms_of
from pitboss.table.rules import PAYOUT_LIMIT, Mode, Setting
from pitboss.table.settings import LIMIT_APPROVAL
from tests.properties.chance import likely, some_meters, some_options

LEAST, MOST = Money(500), Money(50_000)


class SomeLink:
    """A link whose meters stand differently in every round."""

    def __init__(self, rules: Rulebook, setting: Setting) -> None:
        self.terms = terms_of(rules, setting.options)

    def reading(self, table: str, number: int) -> Mapping[str, Level]:
        return some_meters(Random(f"{table} {number}"), self.terms)

    def rates(self) -> tuple[Fraction, Fraction]:
        return Fraction(1, 3), Fraction(1, 2)


def a_setting(rng: Random, rulebook: str, name: str, mode: Mode) -> Setting:
    """A table that can be opened, with whatever the house may choose."""
    rules = built_in(rulebook)
    options = some_options(rng, rules)
    for option in rules.options.values():
        if option.needed_by is not None and option.default is None and option.id not in options:
            options[option.id] = rng.choice(option.values)
    is_linked = likely(rng, 70)
    wagers = [w for w in rules.wagers.values() if w.follows is None]
    layout, method = rng.choice(rules.layouts), rng.choice(list(rules.dealing))
    approved = {LIMIT_APPROVAL: "MGC 2026/118"} if options.get(PAYOUT_LIMIT) else {}
    return Setting(
        table=name,
        rulebook=rules.id,
        edition=rules.edition,
        digest=rules.digest,
        currency=rules.currency,
        layout=layout.id,
        positions=rng.randint(max(layout.least, 3), layout.most),
        method=method,
        mode=mode,
        time_zone="Asia/Singapore",
        day_starts="06:00",
        options=options,
        limits={w.limit_key: (LEAST, MOST) for w in wagers if w.units is None and w.stake is None},
        link="link" if is_linked else None,
        unit=Money(100) if is_linked else None,
        offered=tuple(w.id for w in wagers if w.units is None or is_linked),
        house=a_house(rng, rules, method, mode) | approved,
    )


_HOUSE: Mapping[str, tuple[str, ...]] = {
    "absent_default": ("ride", "withdraw"),
    "allow_shared_areas": ("true", "true", "false"),
    "cut_required": ("false", "true"),
    "decision_timer": ("off", "30"),
    "failure_default": ("resume", "void"),
    "invalidated_wagers": ("return", "forfeit"),
    "lucky_population": ("all_areas", "active_areas", "progressive_areas"),
    "match_play": ("off", "base_only"),
    "settle_order": ("right_to_left", "left_to_right"),
    "stack_first_is_bottom": ("true", "false"),
    "stub_count_interval": ("5", "2", "1"),
    "table_counts": ("not_required", "not_required", "required"),
    "under_min_scope": ("table_day", "casino_day"),
    "unequal_after_deal": ("equalise_down", "void_hand"),
}


def a_house(rng: Random, rules: Rulebook, method: str, mode: Mode) -> dict[str, str]:
    """Operating settings, some of them other than the usual ones."""
    house = {n: rng.choice(v) for n, v in _HOUSE.items() if n in rules.settings and likely(rng, 60)}
    if mode is Mode.ELECTRONIC:
        house.pop("cut_required", None)
    if method != "machine":
        house.pop("stack_first_is_bottom", None)
    if "decks" in rules.settings and likely(rng, 40):
        house |= {"decks": "2", "shuffler": "shuffler-1"}
        if likely(rng, 50):
            house["counting_shuffler"] = "true"
    return house
