"""Whether every table of the floor can play, for whoever watches over the server."""

from __future__ import annotations

from pitboss.house.streams import table_stream
from pitboss.web.messages import HealthReply, TableHealth
from pitboss.web.views import Views

_OF_RECORD = "the record cannot be read or written"
_MEND = "the server's log says why: make room on the disk, or restart the database"
_SEE_LOG = (
    "the server's log has the traceback; check the rulebook (pitboss rulebook check FILE), or "
    "close the table (pitboss table close {table}): no other table waits for it"
)
_DO_AS_SAID = "do what the problem says; the table is tried again every few seconds"
_BRING = "start the server with the rulebook of the day that the table was opened on"


def health_of(views: Views) -> HealthReply:
    """Every table, and `degraded` where an open one stands still."""
    heads = views.house.store.heads("table/")
    tables = tuple(
        _table(views, stream.removeprefix("table/"), head.version) for stream, head in heads.items()
    )
    is_well = all(one.problem is None for one in tables)
    return HealthReply(
        status="ok" if is_well else "degraded",
        tables=tables,
        now=views.now(),
        record=views.backend.record_problems(),
    )


def _table(views: Views, name: str, version: int) -> TableHealth:
    last = next(iter(views.house.store.read(table_stream(name), after=version - 1)))
    table = views.tables.table(name)
    problem, remedy = _problem(views, name) if table.is_open else (None, None)
    return TableHealth(
        table=name,
        is_open=table.is_open,
        is_driven=views.backend.drives(name),
        moved=last.time,
        problem=problem,
        remedy=remedy,
    )


def _problem(views: Views, name: str) -> tuple[str | None, str | None]:
    """Why a table stands still, and what to do."""
    if name in views.unserved:
        return views.unserved[name], _BRING
    problem = views.problem(name)
    if problem is None:
        return None, None
    if problem.is_of_record:
        # Anybody may ask for the health of the server, and where its record is kept is not told.
        return _OF_RECORD, _MEND
    return problem.cause, _SEE_LOG.format(table=name) if problem.trace else _DO_AS_SAID
