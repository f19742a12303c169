"""The pit's page: tables and what they wait for, claims, slips, and the software that serves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from pitboss.house.links import Links
from pitboss.house.software import software_id
from pitboss.jackpot.link import Link
from pitboss.table.prompts import due_lines
from pitboss.table.view import TableStage, stage
from pitboss.web.claims import claims_of, slips_of
from pitboss.web.pages import Pages, to_sign_in
from pitboss.web.views import Views


def routes(pages: Pages) -> list[Route]:
    """The pit's page."""
    return [pages.page("/staff", _pit)]


async def _pit(pages: Pages, request: Request) -> Response:
    visitor = await pages.visitor(request)
    if visitor.staff is None:
        return to_sign_in("/staff")
    shown = await pages.work.run(_shown, pages.views)
    return await pages.show(request, "staff.html", here="staff", **shown)


def _shown(views: Views) -> dict[str, Any]:
    tables = [_table(views, name) for name in views.names]
    return {
        "tables": tables,
        "unserved": dict(views.unserved),
        "record": views.backend.record_problems(),
        "damaged": [] if views.backend.watch is None else sorted(views.backend.watch.damaged),
        "claims": claims_of(views),
        "slips": slips_of(views),
        "watched": _watched(views, tables),
        "software": software_id(),
        "approvals": approvals_of(views.backend.links, views.link_title),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class PitTable:
    """A table as the pit sees it."""

    table: str
    title: str
    stage: TableStage
    round: int
    is_halted: bool
    pending: tuple[str, ...]
    """What it waits for, in words."""
    problem: str | None
    """Why it stands still, if it does; what it waits for is then not known."""


def _table(views: Views, name: str) -> PitTable:
    rules, table = views.tables.rules(name), views.tables.table(name)
    titles = {rule.id: rule.title for rule in rules.rulebook.wagers.values()}
    problem = views.problem(name)
    is_asked = table.is_open and problem is None
    return PitTable(
        table=name,
        title=rules.rulebook.title,
        stage=stage(rules, table),
        round=table.rounds.number,
        is_halted=table.is_open and table.halt is not None,
        pending=tuple(due_lines(rules, table, titles)) if is_asked else (),
        problem=None if problem is None else problem.cause,
    )


def _watched(views: Views, tables: list[PitTable]) -> str:
    """What the page is loaded anew for if it changes: claims, and tables that stand still.

    `staff.js` makes the same text from the lobby's messages, so both are made from the same views:
    a page that never agreed would keep loading.
    """
    claims = [
        f"{link}/{claim.claim}/{'verified' if claim.is_verified else ''}"
        for link in views.links()
        for claim in views.meters(link).claims
    ]
    halted = [f"{one.table}/halted" for one in tables if one.stage == "halted"]
    still = [f"{one.table}/still" for one in tables if one.problem]
    return " ".join([*claims, *halted, *still])


# --- software -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkApproval:
    """Whether the software that serves is approved for a link (S9)."""

    title: str
    state: str
    """`closed`, `practice`, `approved` or `other`."""
    approved: str
    """The software that is."""


def approvals_of(links: Links | None, title_of: Callable[[str], str]) -> list[LinkApproval]:
    """Every link, and whether it may be run by this software."""
    if links is None:
        return []
    return [_approval(links, name, title_of(name)) for name in links.names()]


def _approval(links: Links, name: str, title: str) -> LinkApproval:
    link = links.link(name)
    approved = link.proposals.get(link.digest)
    return LinkApproval(
        title=title,
        state=_state(links, link),
        approved="" if approved is None else approved.software,
    )


def _state(links: Links, link: Link) -> str:
    if link.terms is None:
        return "closed"
    if link.terms.is_practice:
        return "practice"
    return "approved" if links.is_approved(link) else "other"
