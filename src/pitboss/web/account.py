"""A player's own account: money, limits on spend and time, and the rounds they played."""

from __future__ import annotations

import time
from dataclasses import dataclass

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pitboss.errors import MoneyError, PlayerRefused
from pitboss.house.clock import stamp
from pitboss.money import Money
from pitboss.players.account import described
from pitboss.records.entries import event_of
from pitboss.table.view import PastRound
from pitboss.web.assets import say
from pitboss.web.pages import Fields, Pages, see, to_sign_in
from pitboss.web.table import MOST_ROUNDS
from pitboss.web.views import Views

_HISTORY = 100


def routes(pages: Pages) -> list[Route]:
    """The account, its forms, and the history of rounds."""
    return [
        pages.page("/account", _account_page),
        pages.form("/account/limits", _set_limit),
        pages.form("/account/purse", _fill_purse),
        pages.page("/history", _history),
    ]


# --- the account ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitView:
    """A limit that a player set: now, and from when on another one holds."""

    kind: str
    value: str | None
    next_value: str | None
    next_from: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryLine:
    """One thing that happened to an account."""

    at: str
    text: str
    amount: Money | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AccountView:
    """An account as its player sees it."""

    limits: list[LimitView]
    spent: Money
    minutes: int
    history: list[HistoryLine]


async def _account_page(pages: Pages, request: Request, problem: str = "") -> Response:
    """The account; also shown again with what was wrong with a form."""
    visitor = await pages.visitor(request)
    if visitor.player is None:
        return to_sign_in("/account")
    account = await pages.work.run(_account_view, pages.views, visitor.player)
    return await pages.show(
        request,
        "account.html",
        code=400 if problem else 200,
        here="account",
        account=account,
        problem=problem,
    )


def _account_view(views: Views, player: str) -> AccountView:
    accounts, now = views.backend.house.accounts, stamp(views.backend.clock())
    account = accounts.account(player)
    limits = []
    for kind, limit in (("spend", account.spend), ("time", account.time)):
        waits = limit.starts is not None and limit.at(now) != limit.next_value
        limits.append(
            LimitView(
                kind=kind,
                value=_text(limit.at(now)),
                next_value=_text(limit.next_value) if waits else None,
                next_from=limit.starts[:16].replace("T", " ") if waits and limit.starts else None,
            )
        )
    history = []
    for entry in accounts.entries(player):
        text, amount = described(event_of(entry), entry.time)
        history.append(HistoryLine(at=entry.time, text=text, amount=amount))
    return AccountView(
        limits=limits,
        spent=account.spent(now),
        minutes=account.minutes(now),
        history=history[::-1][:_HISTORY],
    )


def _text(value: object) -> str | None:
    return None if value is None else str(value)


async def _set_limit(pages: Pages, request: Request, fields: Fields) -> Response:
    """A limit on spend or time; empty for none."""
    visitor = await pages.visitor(request)
    if visitor.player is None:
        return to_sign_in("/account")
    if not pages.writes.allows(visitor.player, time.monotonic()):
        return await _account_page(pages, request, say("fault.too_many"))
    kind, value = fields.get("kind", ""), fields.get("value", "").strip()
    accounts = pages.backend.house.accounts
    try:
        if kind == "spend":
            limit = Money.parse(f"{value}.00" if value.isdecimal() else value) if value else None
            await pages.work.run(accounts.limit_spend, visitor.player, limit)
        elif kind == "time":
            await pages.work.run(accounts.limit_time, visitor.player, _minutes(value))
        else:
            raise PlayerRefused(f"No limit is called {kind!r}", remedy="Use spend or time.")
    except (PlayerRefused, MoneyError) as refusal:
        return await _account_page(pages, request, str(refusal))
    return see("/account")


def _minutes(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise PlayerRefused(f"{text!r} is not a number of minutes", remedy="Write one like 90.")
    return int(text)


async def _fill_purse(pages: Pages, request: Request, fields: Fields) -> Response:
    """Play money is filled up again."""
    del fields
    visitor = await pages.visitor(request)
    if visitor.player is None:
        return to_sign_in("/account")
    if not pages.writes.allows(visitor.player, time.monotonic()):
        return await _account_page(pages, request, say("fault.too_many"))
    try:
        await pages.work.run(pages.backend.house.accounts.fill, visitor.player)
    except PlayerRefused as refusal:
        return await _account_page(pages, request, str(refusal))
    return see("/account")


# --- rounds played --------------------------------------------------------------------------------


async def _history(pages: Pages, request: Request) -> Response:
    visitor = await pages.visitor(request)
    if visitor.player is None:
        return to_sign_in("/history")
    table = request.query_params.get("table", "")
    table = table if pages.views.knows(table) else ""
    tables, rounds = await pages.work.run(_rounds_of, pages.views, visitor.player, table)
    return await pages.show(
        request, "history.html", here="history", rounds=rounds, table=table, tables=tables
    )


def _rounds_of(views: Views, player: str, table: str) -> tuple[list[str], list[PastRound]]:
    """Tables the player took money to, and their rounds there, the newest first."""
    events = (event_of(entry) for entry in views.backend.house.accounts.entries(player))
    visited = {getattr(event, "table", "") for event in events} - {""}
    tables = sorted(name for name in visited if views.knows(name))
    found = [
        one
        for name in ([table] if table else tables)
        for one in views.rounds(name, player, MOST_ROUNDS, is_own=True)
    ]
    found.sort(key=lambda one: one.ended, reverse=True)
    return tables, found[:_HISTORY]
