"""What is left out of a rulebook is missed by its check, or it is missed by nobody.

Every key of the parts that some step of play asks about is taken out of every built-in rulebook,
one at a time. Either the file is refused, or a rehearsal finds no fault, and a crowd at a live and
an electronic table meets nothing but refusals with a clause and a remedy.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any, NamedTuple

import pytest

from pitboss.floor.rehearsal import rehearse
from pitboss.games import library
from pitboss.games.library import built_in, built_in_ids
from pitboss.rulebook.load import examine_data
from pitboss.rulebook.model import Rulebook
from pitboss.store.memory import MemoryStore
from pitboss.table.rules import Mode
from tests.house.crowd import Crowd
from tests.house.floor import Floor

PARTS = (
    "procedure", "citations", "settings", "options", "discretion", "irregularities", "payments",
    "wagers",
)  # fmt: skip
SOME = 12
"""One of so many cases is played in `make test`, and all of them in `make long`."""
ROUNDS = 2
JUDGED_BY_ID = ("procedure.put_down",)
"""What the crowd's own judge of hidden cards knows by the id of the rulebook, not by its file."""


class Less(NamedTuple):
    """A rulebook, and what is left out of it."""

    rulebook: str
    part: str
    key: str

    def __str__(self) -> str:
        return f"{self.rulebook}-without-{self.part}.{self.key}"


@cache
def _data(rulebook: str) -> dict[str, Any]:
    file = files("pitboss").joinpath("rulebooks", f"{rulebook}.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _cases() -> Iterator[Less]:
    for rulebook in built_in_ids():
        for part in PARTS:
            yield from (Less(rulebook, part, key) for key in _data(rulebook).get(part, {}))


def _without(less: Less) -> dict[str, Any]:
    """The file's data without it, and of a wager without all that depends on nothing else."""
    data = deepcopy(_data(less.rulebook))
    del data[less.part][less.key]
    if less.part == "wagers":
        _forget_wager(data, less.key)
    return data


def _forget_wager(data: dict[str, Any], wager: str) -> None:
    for other in data["wagers"].values():
        if wager in other.get("needs", ()):
            other["needs"] = [need for need in other["needs"] if need != wager]
    for reason in [reason for reason in data["citations"] if reason.startswith(f"{wager}.")]:
        del data["citations"][reason]
    for name in [n for n, one in data["options"].items() if one.get("needed_by") == wager]:
        del data["options"][name]
    named = [one.get("paytable", "").partition("{")[0] for one in data["wagers"].values()]
    kept = (*data.get("payments", ()), "features")
    for name in list(data["paytables"]):
        if name not in kept and not any(start and name.startswith(start) for start in named):
            del data["paytables"][name]
    equipment = data.get("equipment", {})
    for part in ("modes", "notices"):
        equipment.get(part, {}).pop(wager, None)
    if wager in equipment.get("counted", ()):
        equipment["counted"] = [one for one in equipment["counted"] if one != wager]


def _accepted(less: Less) -> Rulebook | None:
    """The rulebook without it, if the check of the file has no fault to report."""
    rulebook, faults = examine_data(_without(less))
    return None if [*faults, *library.faults_of(rulebook)] else rulebook


def _use(monkeypatch: pytest.MonkeyPatch, rulebook: Rulebook) -> None:
    """Have everything that asks for the built-in rulebook of that id be given this one."""

    def instead(rulebook_id: str) -> Rulebook:
        return rulebook if rulebook_id == rulebook.id else built_in(rulebook_id)

    for module in list(sys.modules.values()):
        if module is not sys.modules[__name__] and vars(module).get("built_in") is built_in:
            monkeypatch.setattr(module, "built_in", instead)


def _play(rulebook: Rulebook, mode: Mode) -> None:
    store = MemoryStore()
    Floor(store)
    crowd = Crowd(rulebook.id, mode, [store, store], Random(f"{rulebook.digest}/{mode}"))
    for _ in range(ROUNDS):
        crowd.play_round(60)
    crowd.watched.check_all()


def check(monkeypatch: pytest.MonkeyPatch, less: Less) -> None:
    """Either it is refused, or everything works without it."""
    rulebook = _accepted(less)
    if rulebook is None:
        return
    rehearsed = rehearse(rulebook)
    if rehearsed.faults and less.part == "wagers":
        # A game may need a wager that its rulebook does not call required; the check says so.
        return
    assert not rehearsed.faults, "\n".join(map(str, rehearsed.faults))
    if f"{less.part}.{less.key}" in JUDGED_BY_ID:
        return
    _use(monkeypatch, rulebook)
    for mode in Mode:
        _play(rulebook, mode)


CASES = list(_cases())


@pytest.mark.parametrize("less", CASES[::SOME], ids=str)
def test_a_rulebook_with_less_is_refused_or_plays(
    monkeypatch: pytest.MonkeyPatch, less: Less
) -> None:
    check(monkeypatch, less)


@pytest.mark.long
@pytest.mark.parametrize("less", CASES, ids=str)
def test_every_rulebook_with_less_is_refused_or_plays(
    monkeypatch: pytest.MonkeyPatch, less: Less
) -> None:
    check(monkeypatch, less)
