"""`pitboss odds`, `advise`, `strategy`, `compare` and `par`: what the wagers are worth."""

from __future__ import annotations

from typing import Annotated

import typer

from pitboss.cli.options import AsJson, RulebookName, Settings


def odds(
    rulebook: RulebookName,
    wager: Annotated[str | None, typer.Option(help="Only this wager.")] = None,
    settings: Settings = None,
    as_json: AsJson = False,
) -> None:
    """Exact odds of every wager: value, house edge, risk and the table of outcomes."""
    from pitboss.cli.odds import show_odds

    show_odds(rulebook, wager=wager, settings=settings or [], as_json=as_json)


def advise(
    rulebook: RulebookName,
    cards: Annotated[str, typer.Option(help='Your own cards: "Ah Kd Qs".')],
    community: Annotated[str, typer.Option(help="Community cards turned so far.")] = "",
    seen: Annotated[str, typer.Option(help="Other cards you saw, such as neighbours'.")] = "",
    settings: Settings = None,
    *,
    as_json: AsJson = False,
) -> None:
    """The best choice with the cards you see, and the exact value of each."""
    from pitboss.cli.odds import Situation, show_advice

    situation = Situation(cards=cards, community=community, seen=seen)
    show_advice(rulebook, situation, settings=settings or [], as_json=as_json)


def strategy(
    rulebook: RulebookName,
    settings: Settings = None,
    *,
    seen: Annotated[bool, typer.Option("--seen", help="Also price cards seen too early.")] = False,
    as_json: AsJson = False,
) -> None:
    """Best play in a few lines, where it is close, and what common mistakes cost."""
    from pitboss.cli.strategy import show_strategy

    show_strategy(rulebook, settings=settings or [], with_seen=seen, as_json=as_json)


def compare(
    a: RulebookName,
    b: Annotated[str | None, typer.Argument(help="Another; the same one again if absent.")] = None,
    *,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="KEY=VALUE", help="A setting of both; may be repeated."),
    ] = None,
    settings_a: Annotated[
        list[str] | None,
        typer.Option("--set-a", metavar="KEY=VALUE", help="A setting of the first only."),
    ] = None,
    settings_b: Annotated[
        list[str] | None,
        typer.Option("--set-b", metavar="KEY=VALUE", help="A setting of the second only."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """The odds of two rulebooks, or of one under two settings, side by side."""
    from pitboss.cli.compare import show_comparison

    both = settings or []
    show_comparison(
        (a, [*both, *(settings_a or [])]),
        (a if b is None else b, [*both, *(settings_b or [])]),
        as_json=as_json,
    )


def par(
    rulebook: RulebookName,
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE", help="Where to; - for stdout.")
    ],
    settings: Settings = None,
) -> None:
    """A printable game sheet: paytables, figures, strategy and charts in one HTML or PDF file."""
    from pitboss.cli.par.write import write_sheet

    write_sheet(rulebook, output, settings=settings or [])
