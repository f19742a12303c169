"""What is said to a PostgreSQL server: one statement for each thing, and one journey for each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import count
from operator import itemgetter

from pitboss.store.chain import Linked
from pitboss.store.contract import Given, Head
from pitboss.store.postgres_connection import Connection
from pitboss.store.rows import COLUMNS, LISTED, PAGE, RECEIPT, Known, receipt_row

PREPARED = 20
"""Up to so many entries, a statement is worth preparing: longer ones are rare, and each differs."""
_SHAPES = 512
"""How many statements are kept in mind as they are written out."""

COMMAND = f"SELECT {RECEIPT} FROM pitboss.commands WHERE id = %s"
_COMMANDS = f"SELECT {RECEIPT} FROM pitboss.commands WHERE id = ANY(%s)"
HEADS_OF = """
SELECT named.stream, ends.version, ends.hash
FROM unnest(%s::text[]) AS named (stream) CROSS JOIN LATERAL (
    SELECT version, hash FROM pitboss.entries WHERE stream = named.stream COLLATE "C"
    ORDER BY version DESC LIMIT 1
) AS ends
"""
READ_ON = f"""
SELECT {", ".join(f"found.{name}" for name in COLUMNS)}
FROM unnest(%s::text[], %s::bigint[]) AS named (stream, after) CROSS JOIN LATERAL (
    SELECT * FROM pitboss.entries
    WHERE stream = named.stream COLLATE "C" AND version > named.after
    ORDER BY version LIMIT {PAGE}
) AS found
ORDER BY found.stream, found.version
"""
# From one name to the next by the index: a look at every entry would take seconds.
HEADS = """
WITH RECURSIVE names (stream) AS (
    SELECT min(stream) FROM pitboss.entries WHERE stream >= %(prefix)s
    UNION ALL
    SELECT (SELECT min(stream) FROM pitboss.entries WHERE stream > names.stream)
    FROM names WHERE starts_with(names.stream, %(prefix)s)
)
SELECT names.stream, ends.version, ends.hash
FROM names CROSS JOIN LATERAL (
    SELECT version, hash FROM pitboss.entries WHERE stream = names.stream
    ORDER BY version DESC LIMIT 1
) AS ends
WHERE starts_with(names.stream, %(prefix)s) ORDER BY names.stream
"""


class Look:
    """Where the streams of commands end, and whether any was given before: asked in one go."""

    def __init__(self, connection: Connection, group: Sequence[Given]) -> None:
        streams = {append.stream for _, appends in group for append in appends}
        self._ids = [order.id for order, _ in group]
        # The receipt last: if this very command moved a stream, its receipt is there by then.
        self._heads = connection.execute(HEADS_OF, (sorted(streams),))
        self._commands = connection.execute(_COMMANDS.encode(), (self._ids,))

    def refuse_known(self) -> None:
        """Raise `Known` for the first that was."""
        rows = {row[0]: row for row in self._commands}
        for command in self._ids:
            if command in rows:
                raise Known(command, rows[command])

    def heads(self) -> dict[str, Head]:
        """Where the streams end; one that is not there is left out."""
        return {stream: Head(version, digest) for stream, version, digest in self._heads}


def write(connection: Connection, news: Sequence[Linked]) -> None:
    """Commands and their entries, all of them or none."""
    values: list[str | int] = []
    # In one order everywhere, so that no two commands wait for each other.
    for new in sorted(news, key=lambda new: new.receipt.command):
        values += receipt_row(new.receipt)
    rows = [row for new in news for row in new.entries]
    for row in sorted(rows, key=itemgetter(0)):
        values += row
    name, statement = _writing(len(news), len(rows))
    connection.write(name, statement, [str(value).encode() for value in values])


@lru_cache(_SHAPES)
def _writing(commands: int, entries: int) -> tuple[bytes, bytes]:
    """One statement, and so one transaction and one journey; with its name if it is prepared."""
    numbers = count(1)

    def listed(rows: int, columns: int) -> str:
        return ", ".join(
            f"({', '.join(f'${next(numbers)}' for _ in range(columns))})" for _ in range(rows)
        )

    statement = f"INSERT INTO pitboss.commands ({RECEIPT}) VALUES {listed(commands, 4)}"
    if entries:
        statement = (
            f"WITH command AS ({statement}) "
            f"INSERT INTO pitboss.entries ({LISTED}) VALUES {listed(entries, len(COLUMNS))}"
        )
    name = f"write_{commands}_{entries}" if entries <= PREPARED else ""
    return name.encode(), statement.encode()


def lock_key(stream: str) -> int:
    """The number that stands for a stream where writers queue up."""
    digest = sha256(f"pitboss {stream}".encode()).digest()
    return int.from_bytes(digest[:8], signed=True)
