"""The names of streams. Apart from all else, so that a command line can name one at little cost."""

from __future__ import annotations

from pitboss.players.account import key_of

STAFF = "staff"


def table_stream(name: str) -> str:
    """The stream a table's events are in."""
    return f"table/{name}"


def seeds_stream(table: str) -> str:
    """The stream that holds the seeds of a table's rounds until each round is over."""
    return f"seeds/{table}"


def player_stream(name: str) -> str:
    """The stream of a player's account; names that read alike are one."""
    return f"player/{key_of(name)}"


def link_stream(name: str) -> str:
    """The stream a link's events are in."""
    return f"link/{name}"


def inbox_stream(link: str, table: str) -> str:
    """The stream a table's contributions to a link are in."""
    return f"inbox/{link}/{table}"


def name_in(stream: str) -> str:
    """What a stream is about: the table, link or player after its kind."""
    return stream.partition("/")[2]
