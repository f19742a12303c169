"""The five rulebooks against the register of figures and rules, kept in `tests/data`.

The register was written from the documents by other hands than the rulebook files. Where both
say the same, a slip of one of them has been caught.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pitboss.games.library import built_in, built_in_ids
from pitboss.games.registry import game_of
from pitboss.money import For, Money, Pays, Prize, Share, To
from pitboss.rulebook.model import Paytable

DATA = Path(__file__).parent.parent / "data"
REGISTER = json.loads((DATA / "paytables.json").read_text(encoding="utf-8"))
with (DATA / "rules.csv").open(encoding="utf-8", newline="") as register_of_rules:
    RULES = list(csv.DictReader(register_of_rules))

# Where a file goes by another name than the register.
TABLES = {"let_it_ride_bonus": "bonus", "table_1": "TABLE1", "PTMGL03-inferred": "PTMGL03"}
MGC = "mgc-let-it-ride"


def _tables() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Rulebook, paytable and the register's entry for it; Cover All once for each column."""
    for entry in REGISTER["paytables"]:
        rulebook, name = entry["id"].split(":")
        if name == "cover_all":
            yield from ((rulebook, f"cover_all_{n}", entry) for n in entry["players_order"])
        else:
            yield rulebook, TABLES.get(name, name), entry


ENTRIES = list(_tables())
NAMES = [f"{rulebook}-{name}" for rulebook, name, _ in ENTRIES]


def _level(meter: str) -> str:
    """A single level is the jackpot."""
    return "jackpot" if meter == "main" else meter


def _pays(entry: dict[str, Any]) -> Pays:
    match entry:
        case {"type": "to_1", "n": n}:
            return To(n)
        case {"type": "for_1", "n": n}:
            return For(n)
        case {"type": "fixed", "amount_cents": cents}:
            return Prize(Money(cents))
        case {"type": "percent_of_meter", "percent": percent, "meter": meter}:
            return Share(percent, _level(meter))
    raise AssertionError(f"the register says {entry}")


def _rows(name: str, entry: dict[str, Any]) -> list[tuple[str, Pays]]:
    if "rows" in entry:
        return [(row.get("hand") or row["wager"], _pays(row["pays"])) for row in entry["rows"]]
    column = entry["by_players"][name.removeprefix("cover_all_")]
    return [(hand, To(n)) for hand, n in column.items()]


def _table(rulebook: str, name: str) -> Paytable:
    return built_in(rulebook).paytables[name]


def test_every_paytable_of_the_register_is_there_and_no_other() -> None:
    ours = {
        (rulebook, name) for rulebook in built_in_ids() for name in built_in(rulebook).paytables
    }
    assert ours == {(rulebook, name) for rulebook, name, _ in ENTRIES}
    assert len(ours) == len(ENTRIES) == 34


@pytest.mark.parametrize(("rulebook", "name", "entry"), ENTRIES, ids=NAMES)
def test_every_row_of_a_paytable(rulebook: str, name: str, entry: dict[str, Any]) -> None:
    table = _table(rulebook, name)
    assert [(row.hand, row.pays) for row in table.rows] == _rows(name, entry)


@pytest.mark.parametrize(("rulebook", "name", "entry"), ENTRIES, ids=NAMES)
def test_where_a_paytable_is_printed(rulebook: str, name: str, entry: dict[str, Any]) -> None:
    column = f"/{name.removeprefix('cover_all_')}" if "by_players" in entry else ""
    assert _table(rulebook, name).clause == f"{entry['rule']}{column}"
    assert built_in(rulebook).currency == entry["currency"]


@pytest.mark.parametrize(("rulebook", "name", "entry"), ENTRIES, ids=NAMES)
def test_what_is_inferred_names_its_interpretation(
    rulebook: str, name: str, entry: dict[str, Any]
) -> None:
    inferred = {
        row["hand"]: (row["interpretation"],) for row in entry.get("rows", []) if "inferred" in row
    }
    notes = {row.hand: row.notes for row in _table(rulebook, name).rows if row.notes}
    assert notes == inferred


@pytest.mark.parametrize(("rulebook", "name", "entry"), ENTRIES, ids=NAMES)
def test_envy(rulebook: str, name: str, entry: dict[str, Any]) -> None:
    printed = entry.get("envy") or {}
    envy = {hand: Money(cents) for hand, cents in printed.items() if type(cents) is int}
    assert dict(_table(rulebook, name).envy) == envy


@pytest.mark.parametrize(("rulebook", "name", "entry"), ENTRIES, ids=NAMES)
def test_seeds(rulebook: str, name: str, entry: dict[str, Any]) -> None:
    printed = {_level(m["meter"]): m["seed_cents"] for m in entry.get("meters", [])}
    seeds = {level: None if cents is None else Money(cents) for level, cents in printed.items()}
    assert dict(_table(rulebook, name).seeds) == seeds


def test_seeds_that_nobody_printed_must_be_confirmed() -> None:
    unsure = {
        name
        for _, name, entry in ENTRIES
        if any(meter.get("must_be_confirmed_before_use") for meter in entry.get("meters", []))
    }
    assert unsure == {"PTMGLML02"}
    confirm = {t.id: t.confirm for t in built_in(MGC).paytables.values() if t.confirm}
    assert confirm == {"PTMGLML02": "ptmglml02_seeds_confirmed"}
    assert built_in(MGC).options["ptmglml02_seeds_confirmed"].default is False


@pytest.mark.parametrize(("rulebook", "name", "entry"), ENTRIES, ids=NAMES)
def test_fixed_stakes(rulebook: str, name: str, entry: dict[str, Any]) -> None:
    cents = entry.get("stake_cents")
    wagers = [w for w in built_in(rulebook).wagers.values() if w.paytable == name]
    stakes = {w.stake for w in wagers if w.stake} | {_table(rulebook, name).unit} - {None}
    assert stakes == (set() if cents is None else {Money(cents)})


def test_payout_limit() -> None:
    (printed,) = (e["payout_limit"] for e in REGISTER["paytables"] if "payout_limit" in e)
    limit = built_in(MGC).payout_limit
    assert limit is not None
    assert (limit.clause, limit.floor) == (printed["rule"], Money(printed["floor_cents"]))
    assert printed["floor_alternative"].startswith("3 x minimum bet x 1000")
    assert limit.times_least_bet == 3 * 1000
    assert printed["floor_alternative_two_positions"].startswith("3 x minimum bet x 1200")
    assert limit.times_least_bet_two_positions == 3 * 1200


def test_units_and_follow_ups() -> None:
    holdem = built_in("mbs-megalink-holdem-v9").wagers
    multiples = next(e for e in REGISTER["paytables"] if "stake_multiples" in e)["stake_multiples"]
    units = holdem["progressive"].units
    assert units is not None
    assert (units.least, units.most) == (multiples["min"], multiples["max"])
    sizes = next(e for e in REGISTER["paytables"] if "wager_sizes" in e)["wager_sizes"]
    for wager, words in sizes.items():
        assert words.startswith(f"{holdem[wager].sizes['bet']} x {holdem[wager].follows}")


@pytest.mark.rule(MGC, "11(f)")
def test_the_seven_player_column_agrees_with_its_second_printing() -> None:
    pays = [row.pays for row in built_in(MGC).paytables["cover_all_7"].rows]
    assert pays == [To(90), To(40), To(20), To(10), To(7), To(4), To(3)]


@pytest.mark.parametrize("rulebook", built_in_ids())
def test_every_rule_of_the_register_in_its_order(rulebook: str) -> None:
    ours = [(rule.id, rule.kind, rule.summary) for rule in built_in(rulebook).rules.values()]
    theirs = [(r["rule"], r["kind"], r["summary"]) for r in RULES if r["rulebook"] == rulebook]
    assert ours == theirs


def test_there_are_496_rules() -> None:
    assert sum(len(built_in(rulebook).rules) for rulebook in built_in_ids()) == len(RULES) == 496


@pytest.mark.parametrize("rulebook", built_in_ids())
def test_the_source_is_the_document_of_the_register(rulebook: str) -> None:
    assert built_in(rulebook).source == REGISTER["sources"][rulebook]


@pytest.mark.parametrize("rulebook", built_in_ids())
def test_a_built_in_file_says_nothing_that_play_does_not_ask_for(rulebook: str) -> None:
    book = built_in(rulebook)
    game = game_of(book)
    assert set(book.wagers) <= set(game.wagers)
    assert all(option.interpretations for option in book.options.values())
    assert all(setting.interpretations for setting in book.settings.values())


@pytest.mark.rule(MGC, "3(c)")
@pytest.mark.parametrize("letter", "ABCDEF")
def test_the_six_hands_of_three_cards_are_paid_by_10_e(letter: str) -> None:
    table = _table(MGC, f"three_card_bonus_{letter}")
    assert (table.looks_at, table.clause) == ("three", f"10(e)/{letter}")
    assert [row.hand for row in table.rows] == [
        "mini_royal", "straight_flush_3", "three_of_a_kind_3", "straight_3", "flush_3", "pair_3",
    ]  # fmt: skip
