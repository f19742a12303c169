"""The pages, and the little JSON beside them. Who may see what is decided by `view` alone."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from pitboss.cards import Card
from pitboss.errors import PitbossError
from pitboss.games.odds import advise
from pitboss.house.clock import stamp
from pitboss.players.words import told
from pitboss.records.stored import event_of
from pitboss.round.view import known
from pitboss.round.view import view as round_view
from pitboss.rulebook.terms import Terms
from pitboss.table.people.asking import asked_now
from pitboss.table.prompts import due_lines
from pitboss.table.view import PastRound, stage
from pitboss.web.claims import Claim, claims_of, slips_of, watched_claims
from pitboss.web.desk import Desk
from pitboss.web.messages import Advice, Health, json_response
from pitboss.web.page import Page
from pitboss.web.rules import rules_page
from pitboss.web.software import software_of
from pitboss.web.viewers import Pages

MOST_ROUNDS = 50
LAST_ROUNDS = 10
_HISTORY = 100
_TEN_THOUSAND = 10_000


def add_pages(app: FastAPI, pages: Pages) -> None:
    """Give the app its pages."""
    for address, page in (
        ("/", _Lobby),
        ("/table/{name}", _Table),
        ("/sign/{name}", _Sign),
        ("/rules/{name}", _Rules),
        ("/odds", _Odds),
        ("/history", _History),
        ("/account", _Account),
        ("/sign-in", _SignIn),
        ("/staff", _Staff),
        ("/staff/claim/{name}/{number:int}", Claim),
        ("/api/table/{name}/rounds", _Rounds),
        ("/api/table/{name}/advice", _Advice),
        ("/health", _Health),
    ):
        app.add_route(address, page(pages).get, methods=["GET"], include_in_schema=False)


class _Lobby(Page):
    async def get(self, request: Request) -> Response:
        lobby = await self.work.run(self.desk.lobby)
        return await self.pages.show(
            request, "lobby.html", here="lobby", tables=lobby.tables, meters=lobby.meters
        )


class _Table(Page):
    async def get(self, request: Request) -> Response:
        name = self.table(request)
        layout = await self.work.run(self.desk.layout, name)
        return await self.pages.show(
            request, "table.html", layout=layout, rules_link=f"/rules/{name}"
        )


class _Sign(Page):
    async def get(self, request: Request) -> Response:
        link: str = request.path_params["name"]
        if link not in await self.work.run(self.desk.links):
            raise HTTPException(404, f"There is no link {link}.")
        meters = await self.work.run(self.desk.meters, link)
        return await self.pages.show(request, "sign.html", link=link, meters=meters)


class _Rules(Page):
    async def get(self, request: Request) -> Response:
        found = await self.work.run(rules_page, self.desk, self.table(request))
        return await self.pages.show(request, "rules.html", **found)


class _Odds(Page):
    async def get(self, request: Request) -> Response:
        lobby = await self.work.run(self.desk.lobby)
        return await self.pages.show(request, "odds.html", here="odds", tables=lobby.tables)


class _History(Page):
    async def get(self, request: Request) -> Response:
        looking = await self.pages.looking(request)
        if looking.player is None:
            return RedirectResponse("/sign-in?next=/history", 303)
        table = request.query_params.get("table", "")
        table = table if self.desk.knows(table) else ""
        tables, rounds = await self.work.run(self._own, looking.player, table)
        return await self.pages.show(
            request, "history.html", here="history", rounds=rounds, table=table, tables=tables
        )

    def _own(self, player: str, table: str) -> tuple[list[str], list[PastRound]]:
        """Tables the player took money to, and their rounds there, the newest first."""
        events = (event_of(entry) for entry in self.desk.behind.accounts.entries(player))
        visited = {getattr(event, "table", "") for event in events} - {""}
        tables = sorted(name for name in visited if self.desk.knows(name))
        found = [
            one
            for name in ([table] if table else tables)
            for one in self.desk.rounds(name, player, MOST_ROUNDS, is_own=True)
        ]
        found.sort(key=lambda one: one.ended, reverse=True)
        return tables, found[:_HISTORY]


class _Account(Page):
    async def get(self, request: Request) -> Response:
        return await account_page(self.pages, request)


async def account_page(pages: Pages, request: Request, problem: str = "") -> Response:
    """A player's own account; also shown again with what was wrong with a form."""
    looking = await pages.looking(request)
    if looking.player is None:
        return RedirectResponse("/sign-in?next=/account", 303)
    account = await pages.work.run(_account, pages.desk, looking.player)
    code = 400 if problem else 200
    return await pages.show(
        request, "account.html", code=code, here="account", account=account, problem=problem
    )


def _account(desk: Desk, player: str) -> dict[str, Any]:
    account, now = desk.behind.accounts.account(player), stamp(desk.behind.clock())
    limits = []
    for kind, limit in (("spend", account.spend), ("time", account.time)):
        waits = limit.starts is not None and limit.at(now) != limit.next_value
        limits.append(
            {
                "kind": kind,
                "title": kind,
                "value": _said(limit.at(now)),
                "next_value": _said(limit.next_value) if waits else None,
                "next_from": limit.starts[:16].replace("T", " ")
                if waits and limit.starts
                else None,
            }
        )
    history = []
    for entry in desk.behind.accounts.entries(player):
        text, amount = told(event_of(entry))
        history.append({"at": entry.time, "text": text, "amount": _said(amount)})
    return {
        "name": account.name,
        "is_guest": account.is_guest,
        "purse": str(account.purse),
        "limits": limits,
        "spent": str(account.spent(now)),
        "minutes": account.minutes(now),
        "history": history[::-1][:_HISTORY],
    }


def _said(value: object) -> str | None:
    return None if value is None else str(value)


class _SignIn(Page):
    async def get(self, request: Request) -> Response:
        return await self.pages.show(
            request,
            "sign_in.html",
            problem="",
            name="",
            new_name="",
            next=request.query_params.get("next", "/"),
            is_staff=request.query_params.get("next", "/").startswith("/staff"),
        )


class _Staff(Page):
    async def get(self, request: Request) -> Response:
        looking = await self.pages.looking(request)
        if looking.staff is None:
            return RedirectResponse("/sign-in?next=/staff", 303)
        tables = await self.work.run(self._tables)
        claims = await self.work.run(claims_of, self.desk)
        slips = await self.work.run(slips_of, self.desk)
        watched = await self.work.run(self._watched)
        return await self.pages.show(
            request,
            "staff.html",
            here="staff",
            tables=tables,
            unserved=await self.work.run(lambda: dict(self.desk.unserved)),
            claims=claims,
            slips=slips,
            watched=watched,
            software=await self.work.run(self._software),
        )

    def _software(self) -> dict[str, Any]:
        return software_of(self.desk.behind.links, self.desk.link_title)

    def _watched(self) -> str:
        """What the page is loaded anew for if it changes: claims, and tables that stand still."""
        tables = self.desk.tables
        halted = [
            f"{name}/halted"
            for name in self.desk.names
            if stage(tables.rules(name), tables.table(name)) == "halted"
        ]
        return " ".join([*filter(None, [watched_claims(self.desk)]), *halted])

    def _tables(self) -> list[dict[str, Any]]:
        found = []
        for name in self.desk.names:
            rules, table = self.desk.tables.rules(name), self.desk.tables.table(name)
            titles = {rule.id: rule.title for rule in rules.rulebook.wagers.values()}
            found.append(
                {
                    "table": name,
                    "title": rules.rulebook.title,
                    "stage": stage(rules, table),
                    "round": table.rounds.number,
                    "is_halted": table.is_open and table.halt is not None,
                    "pending": list(due_lines(rules, table, titles)) if table.is_open else [],
                }
            )
        return found


class _Rounds(Page):
    async def get(self, request: Request) -> Response:
        name, last = self.table(request), request.query_params.get("last", str(LAST_ROUNDS))
        if not last.isascii() or not last.isdigit() or not 1 <= int(last) <= MOST_ROUNDS:
            raise HTTPException(400, f"last is a number from 1 to {MOST_ROUNDS}.")
        looking = await self.pages.looking(request)
        found = await self.work.run(self.desk.rounds, name, looking.player, int(last))
        return json_response(found)


class _Advice(Page):
    async def get(self, request: Request) -> Response:
        name, seat = self.table(request), request.query_params.get("seat", "")
        looking = await self.pages.looking(request)
        if looking.player is None:
            raise HTTPException(403, "Advice is for players: come as a guest, or sign in.")
        if not seat.isascii() or not seat.isdigit():
            raise HTTPException(400, "seat is the number of a seat.")
        asked = await self.work.run(self._asked, name, looking.player, int(seat))
        if asked is None:
            # Whoever answers while their advice is on its way has made no mistake.
            return Response(status_code=204)
        terms, decision, cards, community = asked
        try:
            advice = await self.work.sum(advise, terms, cards, community)
        except PitbossError as error:
            raise HTTPException(409, str(error)) from error
        return json_response(
            Advice(
                seat=int(seat),
                decision=decision,
                best=advice.best,
                worth={choice: _places(value) for choice, value in advice.options.items()},
            )
        )

    def _asked(
        self, name: str, player: str, seat: int
    ) -> tuple[Terms, str, tuple[Card, ...], tuple[Card, ...]] | None:
        """The question put to a hand, with the cards its player sees and no others."""
        rules, table = self.desk.tables.rules(name), self.desk.tables.table(name)
        asked = asked_now(rules, table)
        if asked is None or asked.at.seat != seat or asked.at.player != player:
            return None
        seen = round_view(rules.terms, table.play, player)
        own = next(one.cards for one in seen.seats if one.seat == seat)
        return rules.terms, asked.decision.id, known(own), known(seen.community)


def _places(value: Any) -> str:
    """A fraction to four places, rounded."""
    whole = round(value * _TEN_THOUSAND)
    sign = "-" if whole < 0 else ""
    return f"{sign}{abs(whole) // _TEN_THOUSAND}.{abs(whole) % _TEN_THOUSAND:04d}"


class _Health(Page):
    async def get(self, request: Request) -> Response:
        del request
        tables = await self.work.run(lambda: len(self.desk.tables.store.heads("table/")))
        return json_response(Health(tables=tables, now=self.desk.now()))
