"""`pitboss link`: a jackpot from its settings to its payout slips, at a keyboard."""

from __future__ import annotations

import csv
import io
import json
from contextlib import closing
from datetime import datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from importlib.resources import files
from pathlib import Path

import pytest

from pitboss.cards import DECK
from pitboss.errors import BadSetting
from pitboss.floor.config import config_of
from pitboss.floor.demonstration import SECRET
from pitboss.floor.floor import open_floor
from pitboss.games.library import Library
from pitboss.house.house import House
from pitboss.house.secrets import Secrets
from pitboss.house.settings import link_settings_of
from pitboss.house.software import manifest, software_id
from pitboss.jackpot.terms import LinkSettings
from pitboss.store.sqlite import SqliteStore
from tests.cli.keyboard import Keyboard, Ran
from tests.house.floor import CHEAP, GOOD
from tests.house.linked import LINK, STRAIGHT_FLUSH, LinkedFloor, OtherProcess
from tests.house.worker import WallClock

# The example in the documentation, so that it is one that works.
PAGE = Path(__file__).parent.parent.parent / "docs" / "link.md"
SETTINGS = PAGE.read_text(encoding="utf-8").partition("```toml\n")[2].partition("```")[0]
DEMONSTRATION = files("pitboss.floor").joinpath("demonstration.toml").read_text(encoding="utf-8")


class Shell:
    """A command line on a floor with staff, and the file a house wrote for its link."""

    def __init__(self, folder: Path, keyboard: Keyboard) -> None:
        self.keyboard = keyboard
        self.monkeypatch = monkeypatch = keyboard.monkeypatch
        self.db = folder / "floor.db"
        self.file = folder / "floor.toml"
        self.file.write_text(SETTINGS, encoding="utf-8")
        monkeypatch.setenv("PITBOSS_DB", str(self.db))
        monkeypatch.setenv("PITBOSS_SECRET", GOOD)
        with closing(SqliteStore(self.db)) as store:
            LinkedFloor(store, clock=WallClock())

    def __call__(self, *arguments: object) -> Ran:
        return self.keyboard(*arguments)

    def create(self) -> Ran:
        return self("link", "create", LINK, "--file", self.file, "--as", "acc", "--second", "boss")

    def start(self) -> Ran:
        return self("link", "start", LINK, "--as", "mbs-2", "--second", "sec")

    def play(self) -> None:
        """A round in which seat 4 wins ten percent."""
        with closing(SqliteStore(self.db)) as store:
            floor = Played(store, WallClock())
            floor.open_linked("T1")
            floor.play_linked("T1", seed=STRAIGHT_FLUSH["T1", 1][0])
            floor.owner.step()
            floor.owner.give_back()


class Played(OtherProcess):
    """The floor that is there, run by the very software that the command line is."""

    software = staticmethod(software_id)


@pytest.fixture
def shell(tmp_path: Path, keyboard: Keyboard) -> Shell:
    return Shell(tmp_path, keyboard)


def test_a_link_is_created_started_and_shown_with_its_software(shell: Shell) -> None:
    created = shell.create()
    assert created.status == 0, created.err
    assert "takes no wagers: The link is not started yet." in created.out
    started = shell.start()
    assert started.status == 0, started.err
    record = json.loads(shell("link", "show", LINK, "--json").out)
    assert record["is_running"]
    assert record["levels"][0]["display"] == "10000.00"
    assert record["software"] == {
        "running": software_id(), "approved": software_id(), "is_approved": True,
    }  # fmt: skip
    assert "rulebooks/mgc-let-it-ride.toml" in manifest()
    assert "jackpot/claims.py" in manifest()


def test_a_claim_from_verification_to_its_slip_and_the_reports(
    shell: Shell, tmp_path: Path
) -> None:
    shell.create()
    shell.start()
    shell.play()
    shown = shell("link", "show", LINK)
    assert "1000.70" in shown.out
    watched = shell("link", "watch", LINK, "--seconds", "0.05")
    assert "jackpot $9,006.30" in watched.out or "jackpot $9006.30" in watched.out
    assert "PENDING" in watched.out
    deck = tmp_path / "deck.txt"
    deck.write_text(" ".join(map(str, DECK)), encoding="utf-8")
    with closing(SqliteStore(shell.db)) as store:
        play = House(store).tables.table("T1").play
    seat = STRAIGHT_FLUSH["T1", 1][1]
    cards = " ".join(map(str, play.seats[seat].cards + play.community))
    given = ("link", "verify-claim", LINK, "--claim", "1", "--as", "mbs-1")
    assert shell(*given, "--cards", f"{seat}=2c 3d 4h 5s 6c", "--deck", deck).status == 2
    assert shell(*given, "--cards", f"{seat}={cards}", "--deck", deck).status == 0
    paid = shell("link", "pay", LINK, "--claim", "1", "--as", "mbs-1", "--second", "cash")
    assert paid.status == 0, paid.err
    assert "Payout slip 1" in paid.out
    assert "one thousand dollars and seventy cents" in paid.out
    report = json.loads(shell("link", "report", LINK, "--json").out)
    level = report["reconciliation"][0]
    assert (level["wins"], level["difference"], level["hits"]) == ("1000.70", "0.00", 1)
    assert report["recount"] == []
    assert report["liability"] == [
        {
            "level": "jackpot",
            "owed": "9007.17",
            "carried": "0.005",
            "not_counted_yet": "0.00",
            "on_meters": "9007.175",
            "difference": "0.00",
        }
    ]
    assert {"account": "contributed:T1", "amount": "-7.87"} in report["accounts"]
    result = json.loads(shell("table", "result", "T1", "--json").out)
    assert result["contributed"] == "7.87"
    assert Decimal(result["revenue"]) == Decimal(result["win"]) - Decimal("7.87")
    assert report["tables"] == [
        {
            "table": "T1",
            "wagers": 7,
            "staked": "35.00",
            "contributions": "7.875",
            "won": "1000.70",
            "fixed_awards": "0.00",
        }
    ]
    slips = list(csv.DictReader(io.StringIO(shell("link", "report", LINK, "--csv", "slips").out)))
    assert [(slip["slip"], slip["amount"]) for slip in slips] == [("1", "1000.70")]
    later = shell("link", "report", LINK, "--from", "2999-01-01", "--json")
    assert json.loads(later.out)["slips"] == []
    assert shell("link", "report", LINK, "--from", "soon").status == 2
    in_words = shell("link", "report", LINK)
    assert in_words.status == 0
    assert "Fixed awards: none" in in_words.out
    assert shell("audit").status == 0


def test_staff_start_a_link_of_play_money_again_and_change_it(shell: Shell, tmp_path: Path) -> None:
    """A demonstration floor runs by whatever version is at hand; its people care for its links."""
    config = config_of(DEMONSTRATION, {}, source="the test")
    with closing(SqliteStore(tmp_path / "play.db")) as store:
        open_floor(config, store, secrets=Secrets(CHEAP), with_links=True)
    shell.monkeypatch.setenv("PITBOSS_DB", str(tmp_path / "play.db"))
    shell.monkeypatch.setenv("PITBOSS_SECRET", SECRET)
    stop = ("link", "stop", "own", "--reason", "a look inside", "--as", "demo-pit-supervisor")
    assert shell(*stop).status == 0
    shell.file.write_text(
        DEMONSTRATION.replace('contribution = "20%"', 'contribution = "15%"'), encoding="utf-8"
    )
    change = ("link", "change", "own", "--file", shell.file,
              "--as", "demo-accounting", "--second", "demo-administrator")  # fmt: skip
    changed = shell(*change)
    assert "once jackpot was won" in changed.out, changed.err
    start = ("link", "start", "own", "--as", "demo-pit-manager", "--second", "demo-security")
    started = shell(*start)
    assert started.status == 0, started.err
    assert "Link own runs" in started.out
    assert "Software demonstration, as approved" in started.out


@pytest.mark.rule("mbs-megalink-let-it-ride-v2", "4.5")
def test_i_21_what_the_rates_of_draws_come_to_is_said_when_a_link_opens(shell: Shell) -> None:
    always = SETTINGS.replace('"1/20"', '"1/1"').replace('"1/40"', '"1/1"')
    shell.file.write_text(always, encoding="utf-8")
    created = shell.create()
    assert created.status == 0, created.err
    # The odds rows, the Magic Card in one of five places, one of seven areas: each by itself; and
    # the stake goes back once, if any of them wins (I-22).
    hands, every = {500: 624, 100: 3744, 50: 5108}, 2598960
    magic, lucky, row = Fraction(5, 52), Fraction(1, 7), Fraction(sum(hands.values()), every)
    won = sum(Fraction(odds * count, every) for odds, count in hands.items())
    won += 5 * magic + 5 * lucky + 1 - (1 - magic) * (1 - lucky) * (1 - row)
    level = Fraction(10000, 5) * (4 + Fraction(36, 10)) / every
    record = json.loads(shell("link", "show", LINK, "--json").out)
    assert record["returns"][0] == {
        "game": "mbs-megalink-let-it-ride-v2",
        "areas": 7,
        "odds and features": f"{float(won):.4%}",
        "levels": f"{float(level):.4%}",
        "all": f"{float(won + level):.4%}",
    }
    assert (
        f"Warning: mbs-megalink-let-it-ride-v2 gives back {float(won + level):.4%}" in created.out
    )


@pytest.mark.parametrize(
    ("written", "level"),
    [("false", None), ("true", "jackpot"), ('"jackpot"', "jackpot")],
)
def test_i_05_which_level_pays_fixed_awards_is_set_and_shown(
    shell: Shell, written: str, level: str | None
) -> None:
    option = f"[links.mega]\nfixed_awards_from_meter = {written}\n"
    shell.file.write_text(SETTINGS.replace("[links.mega]\n", option))
    created = shell.create()
    assert created.status == 0, created.err
    assert ("Fixed awards are paid from jackpot (I-05)" in created.out) == (level is not None)
    # Four of a kind, full house and flush of 2,598,960 hands, at 500, 100 and 50 to 1.
    rows = Fraction(500 * 624 + 100 * 3744 + 50 * 5108, 2598960)
    warning = f"odds rows of mbs-megalink-let-it-ride-v2 alone take {float(rows):.4%}"
    assert (warning in created.out) == (level is not None)
    record = json.loads(shell("link", "show", LINK, "--json").out)
    assert record["fixed_awards_from_meter"] == level


def test_i_05_on_several_levels_the_one_that_pays_is_named() -> None:
    """No rule says which, and nothing is assumed (I-06)."""
    names = ("major", "minor")

    def read(said: object) -> LinkSettings:
        data = {"levels": {name: {} for name in names}, "fixed_awards_from_meter": said}
        return link_settings_of("mgc", data, Library())

    assert read("minor").fixed_awards_from_meter == "minor"
    assert read(False).fixed_awards_from_meter is None
    with pytest.raises(
        BadSetting, match=r'say which level pays them .*: write one of "major", "mi'
    ):
        read(True)


def test_r2_the_master_report_of_a_gaming_day(shell: Shell) -> None:
    assert "Nothing has been played yet" in shell("table", "day").err
    shell.create()
    shell.start()
    shell.play()
    record = json.loads(shell("table", "day", "--json").out)
    (row,) = record["tables"]
    assert (row["table"], row["rounds"], row["currency"]) == ("T1", 1, "SGD")
    assert Decimal(row["revenue"]) == Decimal(row["win"]) - Decimal(row["contributed"])
    # 22.5 % of seven wagers of five dollars, in whole cents.
    assert row["contributed"] == "7.87"
    assert record["all"] == [row | {"game": "all", "table": "all"}]
    (line,) = csv.DictReader(io.StringIO(shell("table", "day", row["day"], "--csv").out))
    assert line == {name: str(value) for name, value in row.items()}
    assert row["revenue"] in shell("table", "day").out
    refused = shell("table", "day", "2020-01-01")
    assert (refused.status, "gaming day 2020-01-01" in refused.err) == (2, True)


# --- at a table ---------------------------------------------------------------------------------


def test_p18_a_table_counts_what_waited_before_it_takes_its_link_for_lost(shell: Shell) -> None:
    """A process that died after "No more bets" left what nobody has counted for a minute."""
    shell.create()
    shell.start()
    with closing(SqliteStore(shell.db)) as store:
        floor = Played(store, WallClock())
        floor.open_linked("T1")
        Played(store, _MinuteAgo()).play_linked("T1")
        assert "not been counted" in floor.links.fault(LINK, "T1")
    ran = shell.keyboard("table", "run", "T1", "--as", "mbs-0", lines="next\n")
    assert "link lost" not in ran.out
    assert json.loads(shell("link", "show", LINK, "--json").out)["levels"][0]["display"] == (
        "10007.00"
    )


class _MinuteAgo(WallClock):
    def __call__(self) -> datetime:
        return super().__call__() - timedelta(minutes=1)
