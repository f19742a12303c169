"""`--db`: where the record is kept, the same for every command that needs one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
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
def open_database(url: str, *, may_be_new: bool = False) -> Iterator[Store]:
    """The store at an address, closed again afterwards; made only for whoever begins one."""
    from pitboss.store.addresses import open_store

    with closing(open_store(url, must_exist=not may_be_new)) as store:
        yield store


@contextmanager
def open_to_read(url: str) -> Iterator[Store]:
    """The same for whoever only looks into it, also where it may not be written."""
    from pitboss.store.addresses import open_to_read

    with closing(open_to_read(url)) as store:
        yield store
