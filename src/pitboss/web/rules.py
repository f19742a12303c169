"""The rules of a table as a page: limits, paytables, clauses and odds, from the data that pays."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pitboss.hands.classes import name_in_words
from pitboss.money import For, Pays
from pitboss.odds.figures import WagerOdds
from pitboss.rulebook.model import Paytable, WagerRule
from pitboss.table.rules import TableRules
from pitboss.table.table import Table
from pitboss.web.backend import ShownLink, empty_view
from pitboss.web.lobby import limits_of
from pitboss.web.pages import Pages
from pitboss.web.returns import players_at
from pitboss.web.views import Views


def routes(pages: Pages) -> list[Route]:
    """The rules of a table."""
    return [pages.page("/rules/{name}", _rules)]


async def _rules(pages: Pages, request: Request) -> Response:
    found = await pages.work.run(_shown, pages.views, pages.table(request))
    return await pages.show(request, "rules.html", **found)


def _shown(views: Views, name: str) -> dict[str, Any]:
    rules, table = views.tables.rules(name), views.tables.table(name)
    shown = views.shown(rules.setting.link)
    return {
        "layout": views.layout(name),
        "limits": limits_of(rules),
        "paytables": _paytables(views, rules, table, shown),
        "rules": [
            {"id": rule.id, "kind": rule.kind, "summary": rule.summary}
            for rule in rules.rulebook.rules.values()
        ],
        "link": _link(rules, shown),
        "gives_back": views.returns.of_table(rules, table, shown),
        "authority": rules.rulebook.authority,
        "digest": rules.rulebook.digest,
    }


def _paytables(
    views: Views, rules: TableRules, table: Table, shown: ShownLink | None
) -> list[dict[str, Any]]:
    offered = rules.setting.offered if table.setting is None else table.setting.offered
    # A paytable that goes by the number of hands is shown for those who play now.
    players = players_at(rules, table)
    wagers: dict[str, list[WagerRule]] = {}
    for rule in rules.rulebook.wagers.values():
        on_offer = rule.id in offered or rule.follows in offered
        if rule.paytable is not None and on_offer:
            wagers.setdefault(rules.terms.paytable_name(rule, players=players), []).append(rule)
    pages = []
    for name, alike in wagers.items():
        first = alike[0].group or alike[0].id
        odds = views.returns.odds(rules, first, shown, players)
        pages.append(_paytable(rules, rules.rulebook.paytables[name], alike, odds))
    features = rules.rulebook.paytables.get("features")
    if features is not None and "progressive" in offered:
        pages.append(_paytable(rules, features, [], None))
    return pages


def _paytable(
    rules: TableRules, paytable: Paytable, wagers: list[WagerRule], odds: WagerOdds | None
) -> dict[str, Any]:
    unit = rules.setting.unit
    return {
        "id": paytable.id,
        "title": paytable.title,
        "clause": paytable.clause,
        "wagers": [rule.title for rule in wagers],
        "rows": [
            {
                "hand": row.hand,
                "words": rules.rulebook.payments.get(row.hand) or name_in_words(row.hand),
                "pays": _pays(rules, paytable, row.pays),
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


def _pays(rules: TableRules, paytable: Paytable, pays: Pays) -> str:
    """As it is printed; the house may have what a progressive pays said as "to" as well (I-29)."""
    as_to = bool(paytable.seeds) and rules.choice("render_progressive_as_to") == "true"
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


def _link(rules: TableRules, shown: ShownLink | None) -> dict[str, Any] | None:
    """How the jackpot is funded, what it begins at and who may win it (U1)."""
    setting = rules.setting
    if setting.link is None:
        return None
    view = empty_view(setting.link) if shown is None else shown.view
    return {
        "title": view.title,
        "unit": setting.unit,
        "levels": view.levels,
        "pays_fixed": next(
            (one.title for one in view.levels if one.level == view.fixed_from), None
        ),
        "funding": [
            {"id": rule.id, "summary": rule.summary}
            for rule in rules.rulebook.rules.values()
            if rule.kind == "jackpot"
        ],
    }
