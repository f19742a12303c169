"""The variants under `examples/variants/`: checked, shown, compared, played, settled and priced."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import pitboss
from pitboss.audit.audit import audit
from pitboss.cli.main import app
from pitboss.cli.simulate import request_of
from pitboss.floor.config import read_config
from pitboss.games.library import Library, open_rulebook
from pitboss.games.odds import odds_of
from pitboss.odds.question import ask
from pitboss.sim.request import Request
from pitboss.sim.run import round_record, simulate
from pitboss.sim.simulator import simulator_of
from pitboss.store.memory import MemoryStore
from tests.script import RecordScript, play, play_at_table, play_in_house
from tests.sim.runs import counted, settled

FOLDER = Path(__file__).parents[2] / "examples" / "variants"
FILES = sorted(FOLDER.glob("*.toml"))
PLAIN, PAIR_PLUS, JACK_HIGH = (
    FOLDER / f"{name}.toml" for name in ("three-card-plain", "pair-plus-6-3", "dealer-jack-high")
)
THREE = "mbs-megalink-three-card-v6"


def run(*words: object) -> Result:
    return CliRunner().invoke(app, ["rulebook", *map(str, words)])


def test_there_are_three_examples() -> None:
    assert set(FILES) == {PLAIN, PAIR_PLUS, JACK_HIGH}


# --- what each of them changes ------------------------------------------------------------------


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_is_good_and_says_what_it_extends(file: Path) -> None:
    ran = run("check", file)
    assert (ran.exit_code, ran.stderr) == (0, "")
    assert f"extends {THREE}" in ran.stdout
    ran = run("show", file)
    assert ran.exit_code == 0
    assert ran.stdout.startswith(f"{file} extends {THREE}")
    assert open_rulebook(file).id == file.stem


def changed(file: Path) -> dict[str, Any]:
    """What a variant says instead of its parent, but for its name."""
    ran = run("diff", file, "--json")
    assert ran.exit_code == 1
    found = {row["path"]: row["b"] for row in json.loads(ran.stdout)}
    assert [found.pop(key) for key in ("id", "edition")] == [file.stem, "House 1"]
    assert found.pop("title")
    return found


def test_two_of_them_change_a_line_or_two() -> None:
    assert changed(PAIR_PLUS) == {
        "paytables.pair_plus.pays.straight_3": "6 to 1",
        "paytables.pair_plus.pays.flush_3": "3 to 1",
    }
    assert changed(JACK_HIGH) == {
        "options.dealer_qualifies.values": ["jack_high_or_better", "contains_jack_or_higher"],
        "options.dealer_qualifies.default": "jack_high_or_better",
    }


def test_the_plain_game_has_nothing_of_links_and_community_cards() -> None:
    found = changed(PLAIN)
    kept = {key: value for key, value in found.items() if value is not None}
    assert set(kept) == {
        "community_cards", "may_end_without", "dealing.automated.steps", "dealing.manual.steps",
        "dealing.automated.interpretations", "dealing.manual.interpretations",
    }  # fmt: skip
    gone = {".".join(key.split(".")[:2]) for key in found.keys() - kept.keys()}
    assert gone == {
        "wagers.progressive", "paytables.progressive", "citations.progressive",
        "procedure.expose_1", "options.sf_multi", "options.fixed_or_percent_returns_stake",
        "settings.progressive_unit", "settings.seed", "settings.contribution_rate",
        "settings.reserve_rate", "settings.link_group", "settings.fixed_awards_from_meter",
        "settings.jackpot_verification_role",
    }  # fmt: skip


# --- played and settled -------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["automated", "manual"])
def test_the_plain_game_is_played_without_community_cards(method: str) -> None:
    rules = open_rulebook(PLAIN)
    script = """
        seat 1  ante 10.00  pair_plus 5.00
        seat 2  ante 10.00
        no more bets
        deal 1: Td Th 4s; 2: 9c 8d 2h; dealer: Qc 7d 2s
        seat 1  play
        seat 2  fold
        now dealer may turn [3.10]
        turn
        show 1
        settle
        seat 1  ante  win 10.00  back 10.00  1 to 1  [3.12.1 4.1]
        seat 1  pair_plus  win 5.00  back 5.00  1 to 1  [3.12.5 4.3]
        seat 1  net 25.00
        seat 2  net -10.00
        end
    """
    for game in (play, play_at_table):
        done = game(rules, script, method=method)
        assert done.record["cards"]["community"] == []


def test_a_record_of_the_plain_game_may_not_have_community_cards() -> None:
    script = RecordScript(
        PLAIN.stem,
        """
        seat 1  ante 10.00
        deal 1: Td Th 4s; dealer: Qc 7d 2s; community: 9c 2d
        play on 1: play
        refused - "2 community cards"
        """,
        Library([open_rulebook(PLAIN)]),
    )
    script.check()


def test_pair_plus_pays_by_the_house_s_table() -> None:
    RecordScript(
        PAIR_PLUS.stem,
        """
        seat 1  pair_plus 10.00
        seat 2  pair_plus 10.00
        deal 1: 4h 5d 6c; 2: 2s 9s Ks; dealer: Qc 7d 3s; community: Ac Kd
        seat 1  pair_plus  win 60.00  back 10.00  6 to 1  [4.3]
        seat 2  pair_plus  win 30.00  back 10.00  3 to 1  [4.3]
        """,
        Library([open_rulebook(PAIR_PLUS)]),
    )


@pytest.mark.parametrize(("dealer", "net"), [("Jc 7d 3s", "20.00"), ("Tc 7d 3s", "10.00")])
def test_a_dealer_with_jack_high_qualifies(dealer: str, net: str) -> None:
    RecordScript(
        JACK_HIGH.stem,
        f"""
        seat 1  ante 10.00
        deal 1: Ah 9d 6c; dealer: {dealer}; community: 2c 2d
        play on 1: play
        seat 1  net {net}
        """,
        Library([open_rulebook(JACK_HIGH)]),
    )


# --- priced -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "wager", "edge", "percent"),
    [
        # The usual figures for Ante and Play with the bonus 5-4-1, and for Pair Plus 40-30-6-3-1:
        # by hand (48*40 + 52*30 + 720*6 + 1096*3 + 3744*1 - 16440) / 22100.
        (PLAIN, "ante", Fraction(686689, 20358520), 3.37),
        (PAIR_PLUS, "ante", Fraction(686689, 20358520), 3.37),
        (PAIR_PLUS, "pair_plus", Fraction(402, 5525), 7.28),
        # A dealer who qualifies more often loses the play wager to good hands more often.
        (JACK_HIGH, "ante", Fraction(-484369, 14541800), -3.33),
    ],
)
def test_the_house_edge_is_known_to_the_last_figure(
    file: Path, wager: str, edge: Fraction, percent: float
) -> None:
    assert -odds_of(ask(open_rulebook(file), ()), wager).expected == edge
    assert round(float(edge) * 100, 2) == percent


# --- simulated ----------------------------------------------------------------------------------


def request(file: Path, *wagers: str, seats: int = 1) -> Request:
    return request_of(
        str(file), seats=seats, seed=3, wagers=wagers, strategies=(), settings=()
    )  # fmt: skip


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_simulated_round_is_settled_as_the_variant_says(file: Path) -> None:
    whole = request(file, seats=3)
    assert whole.rules == open_rulebook(file)
    simulator = simulator_of(whole)
    for number in range(300):
        assert counted(simulator, number) == settled(whole, round_record(whole, number))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_mean_of_simulated_antes_is_the_exact_one(file: Path) -> None:
    alone = request(file, "ante")
    exact = float(odds_of(ask(open_rulebook(file), ()), "ante").expected)
    (wager,) = simulate(alone, 400_000).wagers()
    assert abs(wager.estimate.mean - exact) < 4 * wager.estimate.standard_error


def test_a_run_travels_without_the_files_of_its_rulebook(tmp_path: Path) -> None:
    own, below = tmp_path / "own.toml", tmp_path / "below.toml"
    own.write_text(f'extends = "{THREE}"\nid = "own"\ntitle = "Own"\n', encoding="utf-8")
    below.write_text('extends = "own.toml"\nid = "below"\ntitle = "Below"\n', encoding="utf-8")
    rules = open_rulebook(below)
    sent = pickle.dumps(request(below))
    own.unlink()
    below.unlink()
    assert pickle.loads(sent).rules == rules


# --- everywhere else that a file is named -------------------------------------------------------


def test_a_floor_may_have_tables_of_a_variant(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    names = ", ".join(f'"{file}"' for file in FILES)
    file.write_text(
        f"""
        [floor]
        name = "Variants"
        is_demonstration = true
        time_zone = "UTC"
        rulebooks = [{names}]
        [tables.T1]
        rulebook = "three-card-plain"
        layout = "A"
        positions = 7
        method = "automated"
        limits = {{ ante = ["5.00", "500.00"], pair_plus = ["5.00", "500.00"] }}
        """,
        encoding="utf-8",
    )
    config = read_config(file, {})
    assert set(config.rulebooks) >= {file.stem for file in FILES}


def test_a_round_is_settled_by_a_variant_s_file() -> None:
    script = RecordScript(
        PLAIN.stem,
        """
        seat 1  ante 10.00
        deal 1: Td Th 4s; dealer: Qc 7d 2s
        play on 1: play
        """,
        Library([open_rulebook(PLAIN)]),
    )
    settlement = pitboss.settle(script.record, rulebooks=[pitboss.open_rulebook(PLAIN)])
    assert settlement["digest"] == open_rulebook(PLAIN).digest
    assert settlement["seats"][0]["net"] == "20.00"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_stored_table_of_a_variant_is_audited_by_its_file_read_again(file: Path) -> None:
    store = MemoryStore()
    script = """
        seat 1  ante 10.00  pair_plus 5.00
        no more bets
        deal
        play out 1: play
        end
    """
    done = play_in_house(open_rulebook(file), script, store=store)
    assert done.state.play.is_over
    report = audit(store, Library([open_rulebook(file)]))
    assert report.findings == ()
    # Without the file its digest is not known, and the table cannot be judged.
    assert audit(store, Library()).findings
