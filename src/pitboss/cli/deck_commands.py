"""`pitboss deck` and `pitboss random`: where the cards come from."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.cli.options import AsJson


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
        typer.Option("--contribution", metavar="HEX", help="A player's seed; may be repeated."),
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
    from pitboss.cli.deck import DeckRequest, show_deck

    request = DeckRequest(
        seed=seed,
        context=context,
        published=published,
        contributions=contributions or [],
        cut=cut,
        draw_seed=draw_seed,
        draw_published=draw_published,
        magic_rate=magic_rate,
        lucky_rate=lucky_rate,
        areas=areas,
    )
    raise typer.Exit(show_deck(request, as_json=as_json))


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
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE", help="Where to; - for stdout.")
    ] = "-",
) -> None:
    """What a test house collects: raw generator output, or dealt cards."""
    from pitboss.cli.collect import collect_bytes, collect_deals

    if (wanted_bytes is None) == (wanted_deals is None):
        raise typer.BadParameter("Say what to collect: --bytes N, or --deals N.")
    if wanted_deals is not None:
        collect_deals(wanted_deals, seed=seed, rulebook=rulebook, method=method, output=output)
    elif rulebook is not None or method is not None:
        raise typer.BadParameter("Raw bytes know no rulebook; --deals does.")
    elif wanted_bytes is not None:
        collect_bytes(wanted_bytes, seed=seed, output=output)
