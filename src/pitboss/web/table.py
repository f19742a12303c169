"""The page of a table, and what scripts fetch about it: rounds past and advice."""

from __future__ import annotations

from fractions import Fraction

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pitboss.errors import PitbossError
from pitboss.games.odds import advise_seat
from pitboss.odds.exhaustive import A_SECOND
from pitboss.odds.figures import Advice
from pitboss.round.game import Sight
from pitboss.round.view import known
from pitboss.round.view import view as round_view
from pitboss.rulebook.terms import Terms
from pitboss.table.people.turns import asked_now
from pitboss.web.health import health_of
from pitboss.web.messages import AdviceReply, json_response
from pitboss.web.pages import Pages, number_in
from pitboss.web.views import STAFF, Views

MOST_ROUNDS = 50
_LAST_ROUNDS = 10
_TEN_THOUSAND = 10_000
_MOST_DEALS = 5 * A_SECOND
"""A player at a table does not wait longer than seconds for advice."""


def routes(pages: Pages) -> list[Route]:
    """The page of a table, and the JSON beside it."""
    return [
        pages.page("/table/{name}", _table),
        pages.page("/api/table/{name}/rounds", _rounds),
        pages.page("/api/table/{name}/advice", _advice),
        pages.page("/health", _health),
    ]


async def _table(pages: Pages, request: Request) -> Response:
    name = pages.table(request)
    layout = await pages.work.run(pages.views.layout, name)
    return await pages.show(request, "table.html", layout=layout, rules_link=f"/rules/{name}")


async def _rounds(pages: Pages, request: Request) -> Response:
    name = pages.table(request)
    last = number_in(request.query_params.get("last", str(_LAST_ROUNDS)))
    if last is None or not 1 <= last <= MOST_ROUNDS:
        raise HTTPException(400, f"last is a number from 1 to {MOST_ROUNDS}.")
    visitor = await pages.visitor(request)
    viewer = visitor.player if visitor.staff is None else STAFF
    return json_response(await pages.work.run(pages.views.rounds, name, viewer, last))


async def _advice(pages: Pages, request: Request) -> Response:
    name, seat = pages.table(request), number_in(request.query_params.get("seat", ""))
    visitor = await pages.visitor(request)
    if visitor.player is None:
        raise HTTPException(403, "Advice is for players: come as a guest, or sign in.")
    if seat is None:
        raise HTTPException(400, "seat is the number of a seat.")
    asked = await pages.work.run(_question, pages.views, name, visitor.player, seat)
    if asked is None:
        # The player may have answered while the request was on its way.
        return Response(status_code=204)
    terms, sight = asked
    try:
        advice = await pages.work.sum(_advised, terms, sight)
    except PitbossError as error:
        raise HTTPException(409, str(error)) from error
    worth = {choice: _places(value) for choice, value in advice.options.items()}
    return json_response(
        AdviceReply(seat=seat, decision=sight.decision, best=advice.best, worth=worth)
    )


async def _health(pages: Pages, request: Request) -> Response:
    del request
    health = await pages.work.run(health_of, pages.views)
    return json_response(health, 200 if health.status == "ok" else 503)


def _advised(terms: Terms, sight: Sight) -> Advice:
    return advise_seat(terms, sight, most=_MOST_DEALS)


def _question(views: Views, name: str, player: str, seat: int) -> tuple[Terms, Sight] | None:
    """The question put to a hand, with the cards its player sees and no others."""
    rules, table = views.tables.rules(name), views.tables.table(name)
    asked = asked_now(rules, table)
    if asked is None or asked.at.seat != seat or asked.at.player != player:
        return None
    seen = round_view(rules.terms, table.play, player)
    own = next(one.cards for one in seen.seats if one.seat == seat)
    sight = Sight(
        decision=asked.decision.id,
        choices=asked.decision.choices,
        own=known(own),
        community=known(seen.community),
        dealer=known(seen.dealer),
        decided=tuple(asked.at.decisions.values()),
    )
    return rules.terms, sight


def _places(value: Fraction) -> str:
    """A fraction to four places, rounded."""
    whole = round(value * _TEN_THOUSAND)
    sign = "-" if whole < 0 else ""
    return f"{sign}{abs(whole) // _TEN_THOUSAND}.{abs(whole) % _TEN_THOUSAND:04d}"
