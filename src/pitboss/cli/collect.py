"""`pitboss random`: what a test house collects, from the very code that deals.

Raw output is what decks are drawn from, a block for each round; deals are rounds with every
place dealt to. Each round has a fresh seed of the operating system, as it has at a table, or one
seed is used for all, round by round, so that a collection can be repeated.
"""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count, islice
from pathlib import Path
from secrets import token_hex
from time import monotonic
from typing import Any, BinaryIO, TextIO

from pitboss.api import open_rulebook
from pitboss.cards import Card
from pitboss.errors import BadSetting
from pitboss.round.deal import lay_out
from pitboss.rulebook.model import DealingMethod, Rulebook
from pitboss.shuffling import BLOCK, checked_seed, context_of, deck_of, generator_bytes

TABLE = "random"
PATIENCE_SECONDS = 1.0
_BATCH = 1000

Deal = Callable[[tuple[Card, ...]], dict[str, Any]]


def collect_bytes(wanted: int, *, seed: str | None, output: str) -> None:
    """Write so many bytes of raw generator output."""
    if output == "-" and _is_terminal(sys.stdout):
        raise BadSetting("Raw bytes would upset a terminal: add -o FILE, or send them to a pipe")
    with _opened(output) as out, _progress(wanted, output) as written:
        blocks = (generator_bytes(*one) for one in rounds(seed))
        done = 0
        while done < wanted:
            batch = b"".join(islice(blocks, min(_BATCH, -(-(wanted - done) // BLOCK))))
            done += out.write(batch[: wanted - done])
            written(done)


def collect_deals(
    wanted: int, *, seed: str | None, rulebook: str | None, method: str | None, output: str
) -> None:
    """Write so many deals, one a line as JSON: whole decks, or what a rulebook makes of them."""
    deal = _whole_deck if rulebook is None else dealing_of(open_rulebook(rulebook), method)
    if rulebook is None and method is not None:
        raise BadSetting("--method is a rulebook's: say which one with --rulebook")
    with _opened(output) as out, _progress(wanted, output) as written:
        for number, (one, context) in enumerate(islice(rounds(seed), wanted), start=1):
            line = {"context": context, "seed": one, **deal(deck_of(one, context))}
            out.write(json.dumps(line).encode() + b"\n")
            if number % _BATCH == 0:
                written(number)


def rounds(seed: str | None) -> Iterator[tuple[str, str]]:
    """Seed and context of round after round: a fresh seed for each, or always the one given.

    >>> [context for _, context in islice(rounds("00" * 32), 2)]
    ['random/1', 'random/2']
    """
    fixed = None if seed is None else checked_seed(seed)
    return ((fixed or token_hex(32), context_of(TABLE, number)) for number in count(1))


# --- deals --------------------------------------------------------------------------------------


def _whole_deck(deck: tuple[Card, ...]) -> dict[str, Any]:
    return {"deck": [str(card) for card in deck]}


def dealing_of(rules: Rulebook, method: str | None = None) -> Deal:
    """Every step of a method, to every position of the largest layout."""
    name = next(iter(rules.dealing)) if method is None else method
    if name not in rules.dealing:
        raise BadSetting(
            f"--method {name!r} is none of {rules.id}'s: write {' or '.join(rules.dealing)}"
        )
    steps = rules.dealing[name]
    return lambda deck: {"rulebook": rules.id, "method": name, **_laid_out(rules, steps, deck)}


def _laid_out(rules: Rulebook, method: DealingMethod, deck: tuple[Card, ...]) -> dict[str, Any]:
    seats = range(1, rules.most_positions + 1)
    hands: dict[str, list[str]] = {str(seat): [] for seat in seats}
    shared: dict[str, list[str]] = {"community": [], "dealer": [], "burn": []}
    for packet in lay_out(method.steps, seats, deck):
        place = hands if isinstance(packet.place, int) else shared
        place[str(packet.place)] += map(str, packet.cards)
    return {"seats": hands, **{name: cards for name, cards in shared.items() if cards}}


# --- where to, and how far ----------------------------------------------------------------------


@contextmanager
def _opened(output: str) -> Iterator[BinaryIO]:
    if output != "-":
        try:
            with Path(output).open("wb") as file:
                yield file
        except OSError as error:
            raise BadSetting(f"{output} cannot be written: {error.strerror}") from error
        return
    if sys.stdout is None:
        raise OSError(errno.EBADF, "standard output is closed")
    yield sys.stdout.buffer
    # A full disk is to be met here, where it can still be said.
    sys.stdout.buffer.flush()


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


@contextmanager
def _progress(wanted: int, output: str) -> Iterator[Callable[[int], None]]:
    """Call what it gives with how much is done: shown after a second, if somebody watches."""
    is_in_the_way = output == "-" and _is_terminal(sys.stdout)
    if is_in_the_way or not _is_terminal(sys.stderr):
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task, began = bar.add_task("", total=wanted), monotonic()

    def done(amount: int) -> None:
        bar.update(task, completed=amount)
        if monotonic() - began >= PATIENCE_SECONDS:
            bar.start()

    try:
        yield done
    finally:
        bar.stop()
