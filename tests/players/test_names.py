"""Names of players: one way to write each, and none that others would take for another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.audit.audit import audit
from pitboss.errors import PlayerRefused
from pitboss.games.library import Library
from pitboss.players.names import RESERVED, check_name, skeleton, written
from pitboss.store.contract import Append
from pitboss.store.memory import MemoryStore
from tests.house.floor import GOOD, HandClock, before_writing, house_on

CYRILLIC_CAPA = "\u0421\u0430\u0440\u0430"


def refused(name: str) -> str:
    with pytest.raises(PlayerRefused) as refusal:
        check_name(name, ["Pit Manager", "Gaming Supervisor"])
    return refusal.value.problem


@pytest.mark.parametrize(
    "name",
    [
        "Ann", "Zo\u00eb Q", "O'Brien-Smith", "J.R. 2",
        "\u0418\u0432\u0430\u043d", "\u0391\u03bd\u03bd\u03b1", "\u5c71\u7530 \u30cf\u30ca",
        "\u05d3\u05d5\u05d3", "\uae40 \ubbfc", "Bj\u00f6rk", "Nguy\u1ec5n",
        "Martin House", "Dealy", "7",
    ],
)  # fmt: skip
def test_a_name_of_one_script_is_kept_as_it_is_written(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("\uff21\uff4e\uff4e", "Ann"),
        (" Ann\u00a0 Lee ", "Ann Lee"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("\ufb01n", "fin"),
    ],
)
def test_a_name_is_kept_in_the_usual_letters(name: str, kept: str) -> None:
    assert check_name(name) == kept


@pytest.mark.parametrize(
    "name",
    [
        "An\nn",
        "ann\n",
        "a\u202eb",
        "an\u200bn",
        "a\tb",
        "\ufeffann",
        "a\x00b",
        "a\u2028b",
        "\ue000a",
    ],
)
def test_a_name_has_no_sign_that_cannot_be_seen(name: str) -> None:
    assert "cannot be seen" in refused(name)


@pytest.mark.parametrize(
    "name",
    [
        "\u0410nn",
        "Ann\u03b1",
        "b\u0585b",
        "\u13aann",
        "\u0251nn",
        "\u0661nn",
        "\ua4d0ob",
        "Ann\u5c71",
    ],
)
def test_a_name_is_of_one_script(name: str) -> None:
    assert "one script" in refused(name)


@pytest.mark.parametrize(
    "name",
    [
        "player", "Player 7", "DEALER", "d e a l e r", "dea1er", "adm\u00edn", "st\u00e4ff",
        "Admin1", "Pit-Boss", "pit manager", "Gaming Supervisor 2", "system", "\uff53taff",
        "N0body", "the_",
    ],
)  # fmt: skip
def test_a_name_does_not_mean_somebody_else(name: str) -> None:
    assert refused(name)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Alice", "AIice"), ("AIice", "Alice"), (CYRILLIC_CAPA, "Capa"),
        ("Alice", "Al1ce"), ("Bob", "B0b"), ("Capa", CYRILLIC_CAPA),
        ("Zoe", "Zo\u00eb"), ("Ann", "\uff21\uff2e\uff2e"), ("Bourne", "Boume"), ("vvim", "Wim"),
        ("Ann Lee", "ann  lee"),
        ("Rosa", "R\u043es\u0430"), ("Kim", "\u212aim"),
    ],
)  # fmt: skip
def test_names_that_look_alike_have_one_account_between_them(name: str, other: str) -> None:
    assert skeleton(name) == skeleton(other)
    store, clock = MemoryStore(), HandClock()
    house_on(store, clock).accounts.register(name, GOOD)
    accounts = house_on(store, clock).accounts
    with pytest.raises(PlayerRefused):
        accounts.register(other, "seven quiet lighthouses")
    assert accounts.sign_in(name, GOOD).name == name
    assert not audit(store, Library(), is_alone=True).findings


@pytest.mark.parametrize("other", ["Alice", "AIice"])
def test_of_two_who_open_an_account_at_the_same_moment_one_is_refused(other: str) -> None:
    store, clock = MemoryStore(), HandClock()
    elsewhere = house_on(store, clock).accounts

    def first(appends: list[Append]) -> None:
        if appends[0].stream.startswith("player/") and not elsewhere.account("Alice").exists:
            elsewhere.register("Alice", GOOD)

    accounts = house_on(before_writing(store, first), clock).accounts
    with pytest.raises(PlayerRefused, match="is taken"):
        accounts.register(other, "seven quiet lighthouses")
    assert accounts.sign_in("Alice", GOOD).name == "Alice"
    assert len(store.streams("player/")) == 1


@given(st.text(max_size=30))
def test_whatever_is_taken_for_a_name_is_taken_again_unchanged(text: str) -> None:
    try:
        name = check_name(text)
    except PlayerRefused:
        return
    assert check_name(name) == name == written(name)
    assert skeleton(name) == skeleton(name.upper().lower()) or not name.isascii()


def test_every_reserved_word_is_refused_in_any_case() -> None:
    for word in RESERVED:
        assert "somebody else" in refused(word.upper())
