"""What commands that simulate are asked, as typed in: amounts, and the run that is meant."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from pitboss.api import open_rulebook
from pitboss.errors import BadSetting, MoneyError
from pitboss.games.library import built_in_ids
from pitboss.money import Money
from pitboss.sim.request import Request
from pitboss.sim.strategies import strategy_files


def money_of(option: str, text: str, *, like: str = "500.00") -> Money:
    """An amount; whole dollars need no cents.

    >>> str(money_of("--bankroll ", "500"))
    '500.00'
    >>> money_of("--bankroll ", "much")
    Traceback (most recent call last):
    ...
    pitboss.errors.BadSetting: --bankroll much: write an amount like 500.00
    """
    try:
        return Money.parse(text if "." in text else f"{text}.00")
    except MoneyError:
        raise BadSetting(f"{option}{text}: write an amount like {like}") from None


def request_of(
    rulebook: str,
    *,
    seats: int,
    seed: int,
    wagers: Sequence[str],
    strategies: Sequence[str],
    settings: Sequence[str],
) -> Request:
    """The run that is meant; a rulebook of one's own and strategy files go along as text."""
    rules = open_rulebook(rulebook)
    text = rules.id
    if rules.id not in built_in_ids() or Path(rulebook).is_file():
        text = Path(rulebook).read_text(encoding="utf-8")
    placed, ways = _words(wagers), _words(strategies)
    return Request(
        rulebook=text,
        seats=seats,
        seed=seed,
        wagers=() if placed == ["all"] else tuple(placed),
        strategies=tuple(ways) or ("best",),
        files=tuple(strategy_files(ways)),
        settings=tuple(settings),
    )


def _words(lists: Sequence[str]) -> list[str]:
    return [word for words in lists for word in words.split(",") if word]
