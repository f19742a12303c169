"""`pitboss deck` and `pitboss random`: where the cards come from.

Anyone can rebuild a deck and its draws from the opened seeds. A test house collects the output of
the same code that deals: raw bytes, a block for each round, or deals to every place. Each round has
a fresh seed of the operating system, as at a table; with --seed one seed serves all rounds, so that
a collection can be repeated.
"""

from __future__ import annotations

import errno
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from fractions import Fraction
from itertools import count, islice
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Annotated, Any, BinaryIO, TextIO

import typer

from pitboss import shuffling
from pitboss.cli.options import AsJson, Output
from pitboss.cli.output import Show, bar
from pitboss.errors import BadSetting

if TYPE_CHECKING:
    from pitboss.cards import Card
    from pitboss.rulebook.model import DealingMethod, Rulebook

FORMAT = "pitboss-deck/1"
TABLE = "random"
_PER_LINE = 13
_DIGEST = re.compile(r"[0-9a-fA-F]{64}")
_AREAS = re.compile(r"([0-9]{1,3})(?:-([0-9]{1,3}))?")
_BATCH = 1000

Deal = Callable[[tuple["Card", ...]], dict[str, Any]]


def deck(
    seed: Annotated[str, typer.Argument(help="The opened seed of the deal: 64 hex digits.")],
    *,
    context: Annotated[str, typer.Option(help="Table and round, such as T1/17.")],
    published: Annotated[
        str | None,
        typer.Option("--commitment", metavar="HEX", help="What was published; checked."),
    ] = None,
    contributions: Annotated[
        list[str] | None,
        typer.Option(
            "--contribution",
            metavar="HEX",
            help="What a player added; repeated in the order of the seats.",
        ),
    ] = None,
    cut: Annotated[int | None, typer.Option(help="Cards cut from the top.")] = None,
    draw_seed: Annotated[
        str | None, typer.Option(metavar="HEX", help="The opened seed of the draws.")
    ] = None,
    draw_published: Annotated[
        str | None,
        typer.Option("--draw-commitment", metavar="HEX", help="What was published of it."),
    ] = None,
    magic_rate: Annotated[
        str | None, typer.Option(metavar="RATE", help="How often a Magic Card is drawn: 1/10.")
    ] = None,
    lucky_rate: Annotated[
        str | None, typer.Option(metavar="RATE", help="How often a Lucky Player is drawn.")
    ] = None,
    areas: Annotated[
        str | None, typer.Option(help="Areas the Lucky Player is drawn from: 1-7.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Rebuild the deck and the draws of a round, and check what was published of them."""
    added = contributions or []
    cards: Sequence[Card] = shuffling.deck_of(seed, context, added)
    record: dict[str, Any] = {
        "format": FORMAT,
        "context": context,
        **_opened(seed, context, published, "--commitment"),
        "contributions": [shuffling.checked_seed(one) for one in added],
    }
    if cut is not None:
        cards = shuffling.cut(cards, cut)
        record["cut"] = cut
    record["deck"] = [str(card) for card in cards]
    if draw_seed is not None:
        record["draws"] = {
            **_opened(draw_seed, context, draw_published, "--draw-commitment"),
            **_magic_card(draw_seed, context, magic_rate, added),
            **_lucky_player(draw_seed, context, lucky_rate, areas, added),
        }
    for option, value in (
        ("--draw-commitment", draw_published),
        ("--magic-rate", magic_rate),
        ("--lucky-rate", lucky_rate),
        ("--areas", areas),
    ):
        if value is not None and draw_seed is None:
            raise BadSetting(f"{option} is about the draws: give their seed as well, --draw-seed")
    denials = _denials(record)
    if as_json:
        print(json.dumps(record))
    else:
        # A deck that was not committed to is not the deck of the round, so none is shown.
        print("\n".join(denials or _lines(record)))
    raise typer.Exit(1 if denials else 0)


def _opened(seed: str, context: str, published: str | None, option: str) -> dict[str, Any]:
    found = {
        "seed": shuffling.checked_seed(seed),
        "commitment": shuffling.commitment(seed, context=context),
    }
    if published is None:
        return found
    if not _DIGEST.fullmatch(published):
        raise BadSetting(
            f"{option} {published!r} is not a commitment: one is 64 hexadecimal digits"
        )
    is_opened = shuffling.opens(published, seed, context)
    return {**found, "published": published.lower(), "opens": is_opened}


def _magic_card(seed: str, context: str, text: str | None, added: Sequence[str]) -> dict[str, Any]:
    if text is None:
        return {}
    rate = _rate(text, "--magic-rate")
    card = shuffling.magic_card_of(seed, context, rate, added)
    return {"magic_rate": str(rate), "magic_card": None if card is None else str(card)}


def _lucky_player(
    seed: str, context: str, text: str | None, areas: str | None, added: Sequence[str]
) -> dict[str, Any]:
    if text is None and areas is None:
        return {}
    if text is None or areas is None:
        raise BadSetting(
            "A Lucky Player is drawn at a rate and among betting areas: give both, "
            "such as --lucky-rate 1/20 --areas 1-7"
        )
    rate, among = _rate(text, "--lucky-rate"), read_areas(areas)
    seat = shuffling.lucky_seat_of(seed, context, rate, among, added)
    return {"lucky_rate": str(rate), "areas": among, "lucky_seat": seat}


def _rate(text: str, option: str) -> Fraction:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise BadSetting(
            f"{option} {text!r} is not a rate: write a fraction such as 1/20, or 0.05"
        ) from None


def read_areas(text: str) -> list[int]:
    """Betting areas as people list them.

    >>> read_areas("1-4,6")
    [1, 2, 3, 4, 6]
    >>> read_areas("one")
    Traceback (most recent call last):
    ...
    pitboss.errors.BadSetting: --areas 'one' is no list of betting areas: write 1-7, or 1,3,6
    """
    areas: set[int] = set()
    for part in text.replace(" ", "").split(","):
        found = _AREAS.fullmatch(part)
        run = range(int(found[1]), int(found[2] or found[1]) + 1) if found else range(0)
        if not run or run.start < 1:
            raise BadSetting(f"--areas {text!r} is no list of betting areas: write 1-7, or 1,3,6")
        areas.update(run)
    return sorted(areas)


# --- for people ---------------------------------------------------------------------------------


def _denials(record: dict[str, Any]) -> list[str]:
    of_deck, of_draws = ("The seed", record), ("The seed of the draws", record.get("draws", {}))
    return [
        f"{whose} does not open what was published for {record['context']}: it gives\n"
        f"  {found['commitment']}, and there stands\n"
        f"  {found['published']}.\n"
        "The seed, the round or the commitment is not the one that was announced."
        for whose, found in (of_deck, of_draws)
        if found.get("opens") is False
    ]


def _lines(record: dict[str, Any]) -> list[str]:
    deck = record["deck"]
    lines = [f"Round       {record['context']}", *_opening(record)]
    lines += [f"Added       {seed}" for seed in record["contributions"]]
    lines.append(f"Deck, top card first{_after_cut(record)}:")
    lines += ["  " + " ".join(deck[at : at + _PER_LINE]) for at in range(0, len(deck), _PER_LINE)]
    if "draws" in record:
        draws = record["draws"]
        lines += ["Draws", *_opening(draws)]
        if "magic_rate" in draws:
            lines.append(f"Magic Card  {draws['magic_card'] or 'none in this round'}")
        if "lucky_rate" in draws:
            lines.append(f"Lucky area  {draws['lucky_seat'] or 'none in this round'}")
    return lines


def _opening(found: dict[str, Any]) -> list[str]:
    matches = ", as published" if found.get("opens") else ""
    return [f"Seed        {found['seed']}", f"Commitment  {found['commitment']}{matches}"]


def _after_cut(record: dict[str, Any]) -> str:
    return f", after a cut of {record['cut']}" if "cut" in record else ""


# --- collecting -----------------------------------------------------------------------------------


def random(
    wanted_bytes: Annotated[
        int | None, typer.Option("--bytes", min=1, help="Raw generator output, so many bytes.")
    ] = None,
    wanted_deals: Annotated[
        int | None, typer.Option("--deals", min=1, help="So many deals, one a line as JSON.")
    ] = None,
    *,
    rulebook: Annotated[
        str | None, typer.Option(help="Deal by this rulebook; whole decks without.")
    ] = None,
    method: Annotated[str | None, typer.Option(help="Which of its dealing methods.")] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="HEX", help="Repeatable; fresh seeds without.")
    ] = None,
    output: Output = "-",
) -> None:
    """What a test house collects: raw generator output, or dealt cards."""
    if (wanted_bytes is None) == (wanted_deals is None):
        raise typer.BadParameter("Say what to collect: --bytes N, or --deals N.")
    if wanted_deals is not None:
        _collect_deals(wanted_deals, seed=seed, rulebook=rulebook, method=method, output=output)
    elif rulebook is not None or method is not None:
        raise typer.BadParameter("Raw bytes know no rulebook; --deals does.")
    elif wanted_bytes is not None:
        _collect_bytes(wanted_bytes, seed=seed, output=output)


def _collect_bytes(wanted: int, *, seed: str | None, output: str) -> None:
    """Write so many bytes of raw generator output."""
    if output == "-" and _is_terminal(sys.stdout):
        raise BadSetting("Raw bytes would upset a terminal: add -o FILE, or send them to a pipe")
    block = shuffling.BLOCK
    with _file(output) as out, _bar(wanted, output) as show:
        blocks = (shuffling.generator_bytes(*one) for one in rounds(seed))
        done = 0
        while done < wanted:
            batch = b"".join(islice(blocks, min(_BATCH, -(-(wanted - done) // block))))
            done += out.write(batch[: wanted - done])
            show(done, f"{done}/{wanted}")


def _collect_deals(
    wanted: int, *, seed: str | None, rulebook: str | None, method: str | None, output: str
) -> None:
    """Write so many deals, one a line as JSON: whole decks, or what a rulebook makes of them."""
    from pitboss.games.library import find_rulebook

    deal = _whole_deck if rulebook is None else _dealing(find_rulebook(rulebook), method)
    if rulebook is None and method is not None:
        raise BadSetting("--method is a rulebook's: say which one with --rulebook")
    with _file(output) as out, _bar(wanted, output) as show:
        for number, (one, context) in enumerate(islice(rounds(seed), wanted), start=1):
            line = {"context": context, "seed": one, **deal(shuffling.deck_of(one, context))}
            out.write(json.dumps(line).encode() + b"\n")
            if number % _BATCH == 0:
                show(number, f"{number}/{wanted}")


def rounds(seed: str | None) -> Iterator[tuple[str, str]]:
    """Seed and context of round after round: a fresh seed for each, or always the one given.

    >>> [context for _, context in islice(rounds("00" * 32), 2)]
    ['random/1', 'random/2']
    """
    fixed = None if seed is None else shuffling.checked_seed(seed)
    return ((fixed or token_hex(32), shuffling.context_of(TABLE, number)) for number in count(1))


# --- deals --------------------------------------------------------------------------------------


def _whole_deck(deck: tuple[Card, ...]) -> dict[str, Any]:
    return {"deck": [str(card) for card in deck]}


def _dealing(rules: Rulebook, method: str | None = None) -> Deal:
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
    from pitboss.round.deal import lay_out

    for packet in lay_out(method.steps, seats, deck):
        place = hands if isinstance(packet.place, int) else shared
        place[str(packet.place)] += map(str, packet.cards)
    return {"seats": hands, **{name: cards for name, cards in shared.items() if cards}}


# --- where to, and how far ----------------------------------------------------------------------


@contextmanager
def _file(output: str) -> Iterator[BinaryIO]:
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
    # A full disk shows here, where it can still be reported.
    sys.stdout.buffer.flush()


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _bar(wanted: int, output: str) -> AbstractContextManager[Show]:
    """How far it is; not where that would stand in the way of what is written."""
    return bar(wanted, is_shown=not (output == "-" and _is_terminal(sys.stdout)))
