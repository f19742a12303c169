"""`pitboss settle`: round records in, settlements out, one a line."""

from __future__ import annotations

import errno
import gc
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, BinaryIO, NamedTuple

import typer

from pitboss.cli.options import Games, RulebookFiles, library_with
from pitboss.errors import InexactPayment, RecordRefused
from pitboss.games.library import Library
from pitboss.games.library import settle as settle_round
from pitboss.records.rounds import read_round
from pitboss.records.settlements import settlement_json

REFUSED = 2


class Text(NamedTuple):
    """One record's text, and the line it stands on where there are several."""

    text: bytes
    line: int | None


class NotJson(ValueError):
    """Text that is not one JSON value as we accept it."""


def settle(
    file: Annotated[str, typer.Argument(help="A round record, or JSON Lines; - for stdin.")],
    rulebook: RulebookFiles = None,
    games: Games = None,
    pretty: Annotated[bool, typer.Option(help="For people: a table for each round.")] = False,
) -> None:
    """Settle rounds of play, every line citing its clause."""
    raise typer.Exit(settle_file(file, library_with(rulebook, games), pretty=pretty))


def settle_file(file: str, library: Library, *, pretty: bool) -> int:
    """Settle every record of a file and return the exit status."""
    # A round makes many small records and no cycles; looking for cycles less often saves a tenth.
    gc.set_threshold(50_000)
    try:
        stream = _open(file)
    except OSError as error:
        print(f"pitboss: {file!r} cannot be read: {error.strerror}", file=sys.stderr)
        return REFUSED
    with stream:
        return _settle_stream(stream, library, pretty=pretty, at_once=file == "-")


def _open(file: str) -> BinaryIO:
    if file != "-":
        return Path(file).open("rb")
    if sys.stdin is None:
        raise OSError(errno.EBADF, "standard input is closed")
    return sys.stdin.buffer


def _settle_stream(stream: BinaryIO, library: Library, *, pretty: bool, at_once: bool) -> int:
    status = 0
    count = 0
    for text in split_records(stream):
        count += 1
        try:
            print(_settled(parse_json(text.text), library, pretty=pretty), flush=at_once)
        except (RecordRefused, InexactPayment, NotJson) as error:
            status = REFUSED
            for problem in str(error).splitlines():
                where = "" if text.line is None else f"line {text.line}: "
                print(f"{where}{problem}", file=sys.stderr)
    if not count:
        print("pitboss: no record to settle; give one pitboss-round/1 record", file=sys.stderr)
        return REFUSED
    return status


def _settled(record: Any, library: Library, *, pretty: bool) -> str:
    terms, play = read_round(record, library)
    settlement = settle_round(terms, play)
    if pretty:
        from pitboss.cli.settlement_table import settlement_table

        return settlement_table(terms, play, settlement)
    return settlement_json(terms.rules, settlement)


def split_records(stream: BinaryIO) -> Iterator[Text]:
    """The records of a stream: JSON Lines if its first line is whole, one record otherwise.

    Lines are handed on as they come, so that a pipe is answered line by line.
    """
    lines = enumerate(stream, start=1)
    number, first = next(((n, line) for n, line in lines if line.strip()), (0, b""))
    if not first:
        return
    if not _is_json(first):
        rest = stream.read()
        if _is_json(first + rest) or not any(map(_is_json, rest.splitlines())):
            yield Text(first + rest, None)
            return
        lines = enumerate(rest.splitlines(), start=number + 1)
    yield Text(first, number)
    for number, line in lines:
        if line.strip():
            yield Text(line, number)


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def parse_json(text: bytes) -> Any:
    """One JSON value; a key given twice is refused, because one of the two would be lost."""
    try:
        return json.loads(text, object_pairs_hook=_no_key_twice, parse_constant=_no_constant)
    except NotJson:
        raise
    except UnicodeDecodeError as error:
        raise NotJson("record: not text in UTF-8; save it as UTF-8") from error
    except RecursionError as error:
        raise NotJson("record: nested too deeply; give a pitboss-round/1 record") from error
    except ValueError as error:
        if "digits" in str(error):
            raise NotJson("record: a number of thousands of digits; no such number fits") from error
        raise NotJson(f"record: not JSON: {error}; give a pitboss-round/1 record") from error


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise NotJson(f"record: {twice!a} is given twice; give each key once")
    return data


def _no_constant(name: str) -> Any:
    raise NotJson(f'record: {name} is not a number in JSON; money is text like "25.00"')
