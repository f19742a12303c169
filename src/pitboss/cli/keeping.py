"""Keeping what was played: the log of events, and round records that `pitboss settle` reads."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import typer

from pitboss.records.entries import event_record
from pitboss.records.played_rounds import round_record
from pitboss.round.round import Event, RoundState
from pitboss.round.settlement import Level
from pitboss.rulebook.terms import Terms


class Keeper:
    """Two files of JSON Lines, either of which may be missing."""

    def __init__(self, log: Path | None = None, records: Path | None = None) -> None:
        self._log = _writable(log, "--log")
        self._records = _writable(records, "--records")

    def keep_round(
        self, terms: Terms, play: RoundState, events: Sequence[Event], meters: Mapping[str, Level]
    ) -> None:
        """Add one round to the end of each file."""
        _append(self._log, [event_record(event) for event in events])
        _append(self._records, [round_record(terms, play, meters)])


def _writable(path: Path | None, option: str) -> Path | None:
    """Refuse a place that cannot be written before a round is played, not after."""
    if path is not None:
        try:
            path.open("a", encoding="utf-8").close()
        except OSError as error:
            raise typer.BadParameter(
                f"{path} cannot be written: {error.strerror}.", param_hint=option
            ) from error
    return path


def _append(path: Path | None, lines: Sequence[dict[str, Any]]) -> None:
    if path is not None:
        with path.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
