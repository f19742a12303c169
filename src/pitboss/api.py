"""The public Python calls: rulebooks by name, and rounds settled.

>>> import pitboss
>>> pitboss.rulebook_ids()[0]
'mbs-let-it-ride-v3'
>>> str(pitboss.open_rulebook("mbs-let-it-ride-v3").paytables["base"].rows[0].pays)
'1000 to 1'
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pitboss.games import library
from pitboss.records.rounds import read_round
from pitboss.records.settlements import settlement_record
from pitboss.rulebook.model import Rulebook


def rulebook_ids() -> tuple[str, ...]:
    """The ids of the rulebooks that come with pitboss."""
    return library.built_in_ids()


def open_rulebook(name: str | Path) -> Rulebook:
    """A rulebook by its id or a part of it that fits no other, or from a file of your own.

    >>> open_rulebook("three-card").id
    'mbs-megalink-three-card-v6'
    >>> open_rulebook("harbour-stud")
    Traceback (most recent call last):
    ...
    pitboss.errors.PitbossError: 'harbour-stud' is neither a rulebook nor a file; name a .toml \
file or one of mbs-let-it-ride-v3, mbs-megalink-holdem-v9, mbs-megalink-let-it-ride-v2, \
mbs-megalink-three-card-v6, mgc-let-it-ride
    """
    return library.find_rulebook(name)


def settle(record: Mapping[str, Any], *, rulebooks: Iterable[Rulebook] = ()) -> dict[str, Any]:
    """Settle one round record; your own rulebooks come before the built-in ones.

    Raises `pitboss.errors.RecordRefused` with every problem of a record that is not a possible
    round of play.
    """
    terms, play = read_round(record, library.Library(rulebooks))
    return settlement_record(terms.rules, library.settle(terms, play))
