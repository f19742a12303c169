"""The rules of a table for people to read: the same data that pays, in words."""

from __future__ import annotations

from typing import Any

from pitboss.money import For, Pays
from pitboss.odds.figures import WagerOdds
from pitboss.round.words import name_in_words
from pitboss.rulebook.model import Paytable, WagerRule
from pitboss.table.table import Table
from pitboss.table.under import Under
from pitboss.web.desk import Desk
from pitboss.web.meters import LinkShown
from pitboss.web.worth import players_at


def rules_page(desk: Desk, name: str) -> dict[str, Any]:
    """Limits, paytables, rules and odds of a table."""
    under, table = desk.tables.under(name), desk.tables.table(name)
    shown = desk.shown(under.setting.link)
    return {
        "layout": desk.layout(name),
        "limits": desk.card(name)["limits"],
        "paytables": _paytables(desk, under, table, shown),
        "rules": [
            {"id": rule.id, "kind": rule.kind, "summary": rule.summary}
            for rule in under.rules.rules.values()
        ],
        "link": _link(under, shown),
        "gives_back": desk.worth.gives_back(under, table, shown),
        "authority": under.rules.authority,
        "digest": under.rules.digest,
    }


def _paytables(
    desk: Desk, under: Under, table: Table, shown: LinkShown | None
) -> list[dict[str, Any]]:
    offered = under.setting.offered if table.setting is None else table.setting.offered
    # A paytable that goes by the number of hands is shown for those who play now.
    players = players_at(under, table)
    wagers: dict[str, list[WagerRule]] = {}
    for rule in under.rules.wagers.values():
        on_offer = rule.id in offered or rule.follows in offered
        if rule.paytable is not None and on_offer:
            wagers.setdefault(under.terms.paytable_name(rule, players=players), []).append(rule)
    pages = []
    for name, rules in wagers.items():
        first = rules[0].group or rules[0].id
        odds = desk.worth.odds(under, first, shown, players)
        pages.append(_paytable(under, under.rules.paytables[name], rules, odds))
    features = under.rules.paytables.get("features")
    if features is not None and "progressive" in offered:
        pages.append(_paytable(under, features, [], None))
    return pages


def _paytable(
    under: Under, paytable: Paytable, wagers: list[WagerRule], odds: WagerOdds | None
) -> dict[str, Any]:
    unit = under.setting.unit
    return {
        "id": paytable.id,
        "title": paytable.title,
        "clause": paytable.clause,
        "wagers": [rule.title for rule in wagers],
        "rows": [
            {
                "hand": row.hand,
                "words": under.rules.payments.get(row.hand) or name_in_words(row.hand),
                "pays": _pays(under, paytable, row.pays),
                "frequency": _frequency(odds, row.hand),
                "notes": list(row.notes),
            }
            for row in paytable.rows
        ],
        "envy": [
            {"hand": hand, "words": name_in_words(hand), "pays": str(prize)}
            for hand, prize in paytable.envy.items()
        ],
        "seeds": [
            {"level": level, "amount": None if seed is None else str(seed)}
            for level, seed in paytable.seeds.items()
        ],
        "unit": None if unit is None or not paytable.seeds else str(unit),
    }


def _pays(under: Under, paytable: Paytable, pays: Pays) -> str:
    """As it is printed; the house may have what a progressive pays said as "to" as well (I-29)."""
    as_to = bool(paytable.seeds) and under.house("render_progressive_as_to") == "true"
    if as_to and isinstance(pays, For):
        return f"{pays} ({pays.as_to})"
    return str(pays)


def _frequency(odds: WagerOdds | None, hand: str) -> str | None:
    """How rarely a hand comes, as "1 in 4,165"; None where it is not counted by itself."""
    if odds is None:
        return None
    total = odds.spread.total
    count = sum(way.combinations for way in odds.spread.ways if way.name == hand)
    return f"1 in {round(total / count):,}" if count else None


def _link(under: Under, shown: LinkShown | None) -> dict[str, Any] | None:
    """How the jackpot is funded, what it begins at and who may win it (U1)."""
    setting = under.setting
    if setting.link is None:
        return None
    levels = () if shown is None else shown.levels
    return {
        "name": setting.link if shown is None else shown.title or setting.link,
        "unit": None if setting.unit is None else str(setting.unit),
        "levels": [
            {
                "level": one.level,
                "title": one.title,
                "amount": str(one.amount),
                "reset": None if one.reset is None else str(one.reset),
                "limit": None if one.limit is None else str(one.limit),
            }
            for one in levels
        ],
        "pays_fixed": next(
            (one.title for one in levels if shown is not None and one.level == shown.fixed_from),
            None,
        ),
        "funding": [
            {"id": rule.id, "summary": rule.summary}
            for rule in under.rules.rules.values()
            if rule.kind == "jackpot"
        ],
    }
