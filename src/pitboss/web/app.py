"""The web application: a floor behind it, pages and one socket in front."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute

from pitboss.errors import Corrupt, StoreError
from pitboss.house.tables import Done
from pitboss.web.behind import Behind
from pitboss.web.claim_forms import ClaimForms
from pitboss.web.desk import Desk
from pitboss.web.forms import Forms
from pitboss.web.hub import Hub
from pitboss.web.messages import Fault, json_response
from pitboss.web.pages import add_pages
from pitboss.web.safety import Doors, Safety
from pitboss.web.socket import Sockets
from pitboss.web.statics import Statics
from pitboss.web.texts import say
from pitboss.web.viewers import Pages
from pitboss.web.work import Work
from pitboss.web.worth import Worth

_REMEDIES = {404: "Go back to the lobby.", 403: "Sign in first.", 405: "Use the page's own form."}
_UNSAID = HTTPStatus.NOT_FOUND.phrase
"""What the router says of an address that it does not know."""
_LOG = logging.getLogger(__name__)


def make_app(behind: Behind, doors: Doors | None = None, *, is_changing: bool = False) -> FastAPI:
    """The application for a floor; `is_changing` while its files are being worked on."""
    work = Work()
    desk = Desk(behind, Worth(work.sums))
    hub = Hub(desk, work)
    statics = Statics(is_changing=is_changing)
    pages = Pages(desk, work, statics)

    @asynccontextmanager
    async def running(app: FastAPI) -> AsyncIterator[None]:
        del app
        loop = asyncio.get_running_loop()

        def heard(name: str, done: Done) -> None:
            # Called by the thread that wrote; the rest is for the loop that serves.
            del done
            desk.heard(name)
            loop.call_soon_threadsafe(hub.changed, [name])

        behind.tables.listen(heard)
        await work.run(desk.poll)
        hub.start()
        try:
            yield
        finally:
            await hub.stop()
            work.close()
            behind.close()

    app = FastAPI(
        title="pitboss",
        lifespan=running,
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
    )
    add_pages(app, pages)
    Forms(pages, hub).add_to(app)
    ClaimForms(pages).add_to(app)
    app.add_route("/static/{digest}/{name:path}", statics.serve, methods=["GET"])
    app.router.routes.append(WebSocketRoute("/ws", Sockets(desk, hub, work).serve))
    _add_faults(app, pages)
    app.add_middleware(Safety, doors=doors or Doors())
    app.state.hub = hub
    return app


def _add_faults(app: FastAPI, pages: Pages) -> None:
    async def answer(request: Request, status: int, problem: str, remedy: str) -> Response:
        if request.url.path.startswith("/api/"):
            return json_response(Fault(problem=problem, remedy=remedy), status)
        return await pages.fault(request, status, problem, remedy)

    async def known(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.detail == _UNSAID:
            return await answer(request, 404, say("fault.no_page"), say("fault.no_page_remedy"))
        remedy = _REMEDIES.get(error.status_code, "Try something else.")
        return await answer(request, error.status_code, str(error.detail), remedy)

    async def unreachable(request: Request, error: Exception) -> Response:
        del error
        return await answer(request, 503, say("fault.no_record"), say("fault.no_record_remedy"))

    async def damaged(request: Request, error: Exception) -> Response:
        # To try again would be to play on with it.
        _LOG.error("%r is not answered: %s", request.url.path, error)
        return await answer(request, 503, say("fault.damaged"), say("fault.damaged_remedy"))

    async def ours(request: Request, error: Exception) -> Response:
        # The server writes down what it was; a person is told what to do.
        del error
        return await answer(request, 500, say("fault.ours"), say("fault.ours_remedy"))

    app.add_exception_handler(HTTPException, known)
    app.add_exception_handler(StoreError, unreachable)
    app.add_exception_handler(Corrupt, damaged)
    app.add_exception_handler(Exception, ours)
