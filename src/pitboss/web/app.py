"""The web application: routes, the socket, the middleware, and answers to what goes wrong."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute

from pitboss.errors import Corrupt, StoreError
from pitboss.house.engine import Done
from pitboss.table.table import Table
from pitboss.web import account, claims, lobby, pit, rules, sign_in, table
from pitboss.web.assets import Statics, say
from pitboss.web.backend import Backend, Work
from pitboss.web.hub import Hub
from pitboss.web.messages import FaultReply, json_response
from pitboss.web.pages import Pages
from pitboss.web.returns import Returns
from pitboss.web.safety import Doors, Safety, add_headers
from pitboss.web.socket import Sockets
from pitboss.web.views import Views

_REMEDIES = {404: "Go back to the lobby.", 403: "Sign in first.", 405: "Use the page's own form."}
_NOT_FOUND = HTTPStatus.NOT_FOUND.phrase
"""What the router says of an address that it does not know."""
_LOG = logging.getLogger(__name__)


def make_app(
    backend: Backend, doors: Doors | None = None, *, is_changing: bool = False
) -> Starlette:
    """The application for a floor; `is_changing` while its static files are being edited."""
    work = Work()
    views = Views(backend, Returns(work.sums))
    hub = Hub(views, work)
    statics = Statics(is_changing=is_changing)
    pages = Pages(views, work, statics)

    @asynccontextmanager
    async def running(app: Starlette) -> AsyncIterator[None]:
        del app
        loop = asyncio.get_running_loop()

        def written(name: str, done: Done[Table]) -> None:
            # Called by the thread that wrote; the rest is for the loop that serves.
            del done
            views.heard(name)
            loop.call_soon_threadsafe(hub.changed, [name])

        backend.house.subscribe("table", written)
        await work.run(views.poll)
        hub.start()
        if backend.watch is not None:
            backend.watch.start()
        try:
            yield
        finally:
            await hub.stop()
            work.close()
            if backend.watch is not None:
                backend.watch.stop()
            backend.close()

    app = Starlette(
        lifespan=running,
        routes=[
            *lobby.routes(pages),
            *table.routes(pages),
            *rules.routes(pages),
            *account.routes(pages),
            *sign_in.routes(pages, hub),
            *pit.routes(pages),
            *claims.routes(pages),
            Route("/static/{digest}/{name:path}", statics.serve, methods=["GET"]),
            WebSocketRoute("/ws", Sockets(views, hub, work).serve),
        ],
    )
    app.router.redirect_slashes = False
    _add_faults(app, pages)
    app.add_middleware(Safety, doors=doors or Doors())
    app.state.hub = hub
    return app


def _add_faults(app: Starlette, pages: Pages) -> None:
    async def answer(request: Request, status: int, problem: str, remedy: str) -> Response:
        if request.url.path.startswith("/api/"):
            return json_response(FaultReply(problem=problem, remedy=remedy), status)
        return await pages.fault(request, status, problem, remedy)

    async def refused(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.detail == _NOT_FOUND:
            return await answer(request, 404, say("fault.no_page"), say("fault.no_page_remedy"))
        remedy = _REMEDIES.get(error.status_code, "Try something else.")
        return await answer(request, error.status_code, str(error.detail), remedy)

    async def unreachable(request: Request, error: Exception) -> Response:
        del error
        return await answer(request, 503, say("fault.no_record"), say("fault.no_record_remedy"))

    async def damaged(request: Request, error: Exception) -> Response:
        # A retry would play on with a damaged record.
        _LOG.error("%r is not answered: %s", request.url.path, error)
        return await answer(request, 503, say("fault.damaged"), say("fault.damaged_remedy"))

    async def failed(request: Request, error: Exception) -> Response:
        # The server logs the error; the visitor is told what to do.
        del error
        response = await answer(request, 500, say("fault.ours"), say("fault.ours_remedy"))
        # Starlette answers this outside all middleware.
        add_headers(response.headers, request.scope)
        return response

    app.add_exception_handler(HTTPException, refused)
    app.add_exception_handler(StoreError, unreachable)
    app.add_exception_handler(Corrupt, damaged)
    app.add_exception_handler(Exception, failed)
