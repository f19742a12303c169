"""Words on the pages that no rulebook says: one file, read by templates and by scripts alike."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from pitboss.money import Money

_FOLDER = Path(__file__).parent / "static" / "texts"


@cache
def texts(language: str = "en") -> dict[str, Any]:
    """Every text of a language."""
    found: dict[str, Any] = json.loads((_FOLDER / f"{language}.json").read_text(encoding="utf-8"))
    return found


def say(name: str, /, **values: object) -> str:
    """The text of that name, as `say` of `static/js/texts.js` gives it.

    >>> say("lobby.free", free=3, positions=7)
    '3 of 7 seats free'
    """
    found: Any = texts()
    for part in name.split("."):
        found = found[part]
    assert isinstance(found, str), f"{name} is a section, not a text"
    return re.sub(r"\{(\w+)\}", lambda m: str(values.get(m[1], m[0])), found)


def money(amount: str | Money, *, always: bool = False, sign: bool = False) -> str:
    """An amount for people, as `money` of `static/js/money.js` gives it.

    >>> money("1250.00"), money("7.50", sign=True), money("-7.00") == "\\N{MINUS SIGN}$7"
    ('$1,250', '+$7.50', True)
    >>> money("1250.00", always=True)
    '$1,250.00'
    """
    text = str(amount)
    dollars, _, cents = text.removeprefix("-").partition(".")
    mark = (
        "\N{MINUS SIGN}" if text.startswith("-") else "+" if sign and int(dollars + cents) else ""
    )
    return f"{mark}${int(dollars):,}{f'.{cents}' if always or cents != '00' else ''}"
