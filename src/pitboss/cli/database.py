"""`--db`: where the record is kept, the same for every command that needs one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from pitboss.store.contract import Store

DEFAULT = "pitboss.db"
DatabaseOption = Annotated[
    str,
    typer.Option(
        "--db",
        metavar="URL",
        envvar="PITBOSS_DB",
        help="A file, sqlite:///FILE or postgresql://USER@HOST/DATABASE.",
    ),
]


@contextmanager
def open_database(url: str, *, must_exist: bool = False) -> Iterator[Store]:
    """The store at an address, closed again afterwards."""
    from pitboss.store.opening import open_store

    store = open_store(url, must_exist=must_exist)
    try:
        yield store
    finally:
        store.close()
