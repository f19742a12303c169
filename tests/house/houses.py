"""Tables as a house might set them up, by chance."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from pitboss.games.library import built_in
from pitboss.money import Money
from pitboss.rulebook.model import Rulebook
from pitboss.table.rules import PAYOUT_LIMIT, Mode, Setting
from pitboss.table.settings import LIMIT_APPROVAL
from tests.jackpot.pot import MASSACHUSETTS
from tests.properties.chance import likely, some_options

LEAST, MOST = Money(500), Money(50_000)


def a_setting(rng: Random, rulebook: str, name: str, mode: Mode, *, link: str | None) -> Setting:
    """A table that can be opened, with whatever the house may choose, on a link or without."""
    rules = built_in(rulebook)
    options = some_options(rng, rules)
    for option in rules.options.values():
        if option.needed_by is not None and option.default is None and option.id not in options:
            options[option.id] = rng.choice(option.values)
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
        link=link,
        unit=None if link is None else Money(100 if rulebook == MASSACHUSETTS else 500),
        offered=tuple(w.id for w in wagers if w.units is None or link is not None),
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
