"""The lobby: every open table with its figures, the meters of their links, and the odds."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pitboss.money import Money
from pitboss.rulebook.model import WagerRule
from pitboss.table.rules import TableRules, permitted_stakes
from pitboss.table.view import stage
from pitboss.web.messages import LobbyMessage, TableCard
from pitboss.web.pages import Pages
from pitboss.web.views import Views


def routes(pages: Pages) -> list[Route]:
    """The pages that need no seat."""
    return [
        pages.page("/", _lobby),
        pages.page("/odds", _odds),
        pages.page("/sign/{name}", _sign),
    ]


async def _lobby(pages: Pages, request: Request) -> Response:
    lobby = await pages.work.run(lobby_of, pages.views)
    return await pages.show(
        request, "lobby.html", here="lobby", tables=lobby.tables, meters=lobby.meters
    )


async def _odds(pages: Pages, request: Request) -> Response:
    lobby = await pages.work.run(lobby_of, pages.views)
    return await pages.show(request, "odds.html", here="odds", tables=lobby.tables)


async def _sign(pages: Pages, request: Request) -> Response:
    link: str = request.path_params["name"]
    if link not in await pages.work.run(pages.views.links):
        raise HTTPException(404, f"There is no link {link}.")
    meters = await pages.work.run(pages.views.meters, link)
    return await pages.show(request, "sign.html", link=link, meters=meters)


# --- figures --------------------------------------------------------------------------------------


def lobby_of(views: Views) -> LobbyMessage:
    """Every open table, and the meters of their links."""
    opened = [name for name in views.names if views.tables.table(name).is_open]
    return LobbyMessage(
        version=0,
        tables=tuple(card_of(views, name) for name in opened),
        meters=tuple(views.meters(link) for link in views.links()),
    )


def card_of(views: Views, name: str) -> TableCard:
    """A table as the lobby shows it."""
    rules, table = views.tables.rules(name), views.tables.table(name)
    setting, people = rules.setting, table.people
    held = {seat for seat in table.play.seats if table.play.is_open}
    seats = range(1, setting.positions + 1)
    return TableCard(
        table=name,
        title=rules.rulebook.title,
        rulebook=rules.rulebook.id,
        game=rules.rulebook.game,
        currency=setting.currency,
        is_open=table.is_open,
        is_practice=setting.is_practice,
        stage=stage(rules, table),
        round=table.rounds.number,
        positions=setting.positions,
        free=tuple(seat for seat in seats if seat not in people.seats and seat not in held),
        limits=limits_of(rules),
        link=setting.link,
        returns=views.returns.of_table(rules, table, views.shown(setting.link)),
        is_still=views.problem(name) is not None,
    )


def limits_of(rules: TableRules) -> dict[str, tuple[Money, Money | None]]:
    """Least and most of each wager on offer, by its title or the titles of its group.

    None for the most where the player's funds are the only limit.
    """
    alike: dict[str, list[WagerRule]] = {}
    for rule in rules.rulebook.wagers.values():
        if rule.follows is None and rule.id in rules.setting.offered:
            alike.setdefault(rule.limit_key, []).append(rule)
    found = {}
    for wagers in alike.values():
        least, most, _ = permitted_stakes(rules, wagers[0])
        titles = ", ".join(rule.title for rule in wagers)
        found[titles] = (least, most)
    return found
