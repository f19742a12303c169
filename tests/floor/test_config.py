"""A floor's file and the environment: read, and refused with every fault at once."""

from __future__ import annotations

import tomllib
from datetime import timedelta
from pathlib import Path

import pytest

from pitboss.errors import BadSetting
from pitboss.floor.config import FloorConfig, config_of, read_config
from pitboss.floor.demonstration import demonstration_floor, starting_file
from pitboss.house.settings import link_settings_of
from pitboss.jackpot.meters import Rate
from pitboss.money import Money

LEAST = """
[floor]
name = "Harbour"
time_zone = "Asia/Singapore"

[tables.T1]
rulebook = "mbs-let-it-ride-v3"
limits = { base = ["5.00", "500.00"] }
"""
LINK = """
[links.pot]
currency = "SGD"
unit = "5.00"
verification_role = "Pit Supervisor"
change = "waits until won"
sharing = { rounding = "floor", seed_based = false, one_by_one = false }
games = [{ rulebook = "mbs-let-it-ride-v3", paytable = "progressive", decks = 1 }]
[links.pot.levels.jackpot]
initial = "10000.00"
reset = "10000.00"
contribution = "20%"
reserve = "1/20"
limit = "none"
most_contribution = "100.00"
"""
LINKED = LEAST.replace("limits", 'link = "pot"\nlimits')


def read(text: str, **environ: str) -> FloorConfig:
    return config_of(text, environ, source="floor.toml")


def faults(text: str, **environ: str) -> list[str]:
    """Everything that is wrong, one a line."""
    with pytest.raises(BadSetting) as refusal:
        read(text, **environ)
    return str(refusal.value).splitlines()[1:]


def test_the_least_that_will_do() -> None:
    config = read(LEAST)
    setting = config.tables["T1"]
    assert config.name == "Harbour"
    assert not config.is_demonstration
    assert not setting.is_practice
    assert setting.time_zone == "Asia/Singapore"
    assert setting.house["decision_timer"] == "30"
    assert "progressive" not in setting.offered
    assert config.players["T1"].most == 0


RIDE, MEGALINK = "mbs-let-it-ride-v3", "mbs-megalink-let-it-ride-v2"
SHARES = "tables.T1.link: may not share pot: its wager amount is $1.00, and $5.00 is the link's"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        # I-06: a link has no defaults, nor have its draws.
        (
            LEAST + '[links.pot]\n[links.pot.levels.jackpot]\nreset = "1.00"\n',
            "link pot: Link pot is not set up: currency, unit, games, verification_role, change, "
            "sharing, jackpot.initial, jackpot.contribution, jackpot.reserve, jackpot.limit, "
            "jackpot.most_contribution are missing (rule I-06)",
        ),
        (
            (LINKED + LINK).replace(RIDE, MEGALINK),
            "link pot: Link pot is not set up: magic_rate, lucky_rate, most_units are missing",
        ),
        (
            LINKED + LINK.replace("levels.jackpot", "levels.mega"),
            f"link pot: {RIDE}: progressive is paid from jackpot, and the link has mega",
        ),
        # I-13: a table that may not share its link is told so before it opens.
        (
            LINKED.replace(RIDE, MEGALINK) + LINK,
            f"tables.T1.link: may not share pot: it plays {MEGALINK}, and {RIDE} is linked",
        ),
        (LINKED.replace("limits", 'unit = "1.00"\nlimits') + LINK, SHARES),
        (
            LEAST.replace("limits", "positions = 9\nlimits"),
            "table T1: Layout A with 9 positions (rule 2.2). It has 1 to 7.",
        ),
        (LEAST.replace("base =", "ante ="), "table T1: 1 without limits"),
        (
            LEAST + "[house_players]\nnumber = 3\n",
            "tables.T1.house_players: play with play money only",
        ),
        (
            LEAST.replace("[tables", 'currency = "USD"\n[tables'),
            "tables.T1.rulebook: is played in SGD, not USD",
        ),
    ],
)
def test_what_could_not_be_opened_is_found_before_anybody_tries(text: str, said: str) -> None:
    (told,) = faults(text)
    assert told.startswith(said)


def test_a_link_gives_its_unit_to_its_tables() -> None:
    config = read(LINKED + LINK)
    assert config.tables["T1"].unit == Money(500)
    assert "progressive" in config.tables["T1"].offered
    (level,) = config.links["pot"].levels
    assert (level.contribution, level.reserve) == (Rate.parse("1/5"), Rate.parse("5%"))
    bare = config.setting("T1", has_links=False)
    assert (bare.link, bare.unit, bare.offered) == (None, None, ("1", "2", "$"))


def test_one_file_serves_the_floor_and_creates_its_links(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    file.write_text(LINKED + LINK, encoding="utf-8")
    data = tomllib.loads(file.read_text(encoding="utf-8"))["links"]["pot"]
    config = read_config(file, {})
    assert config.links["pot"] == link_settings_of("pot", data, config.rulebooks)


def test_every_fault_is_named_at_once() -> None:
    told = faults(
        """
        [floor]
        name = ""
        time_zone = "Atlantis"
        is_demonstration = "yes"
        nmae = "x"
        [pace]
        betting_seconds = -1
        decision_seconds = 2.5
        [server]
        port = 70000
        proxies = ["10.0.0.7", "everywhere"]
        writes_per_minute = 0
        [house_players]
        number = [3, 1]
        [links.pot]
        unit = "5.005"
        magic_rate = "twice"
        sed = "0.00"
        [links.pot.levels.jackpot]
        contribution = "90"
        reserve = "20%"
        [tables.T1]
        rulebook = "mbs-let-it-ride-v3"
        link = "pit"
        limits = { base = ["5.00"] }
        [tables.T2]
        rulebook = "bridge"
        [tabels.T3]
        """
    )
    told_of = [line.split(":")[0] for line in told]
    for place in (
        "floor.name", "floor", "floor.is_demonstration", "floor.nmae", "pace.betting_seconds",
        "pace.decision_seconds", "server.port", "server.proxies", "server.writes_per_minute",
        "house_players.number", "link pot, unit",
        "link pot, magic_rate", "link pot, sed", "link pot, levels.jackpot.contribution",
        "tables.T1.link", "table T1, limits.base", "table T2, rulebook", "tabels",
    ):  # fmt: skip
        assert place in told_of, (place, told)


def test_rulebook_files_are_looked_for_beside_the_file(tmp_path: Path) -> None:
    file = tmp_path / "floor.toml"
    file.write_text(LEAST.replace("[tables", 'rulebooks = ["mine.toml"]\n[tables'))
    with pytest.raises(BadSetting, match=r"floor.rulebooks: .*mine.toml"):
        read_config(file, {})


def test_a_file_that_is_not_there_says_how_to_make_one_and_one_that_is_not_toml_that(
    tmp_path: Path,
) -> None:
    with pytest.raises(BadSetting, match="pitboss floor init"):
        read_config(tmp_path / "none.toml", {})
    with pytest.raises(BadSetting, match="is not TOML"):
        read("[floor")


def test_the_environment_says_instead() -> None:
    config = read(
        LEAST,
        PITBOSS_PORT="9000",
        PITBOSS_SERVER_PROXIES="10.0.0.7 2001:db8::/32",
        PITBOSS_DB="postgresql://somebody@somewhere/floor",
        PITBOSS_FLOOR_NAME="Other",
        PITBOSS_PACE_STEP_SECONDS="0.5",
        PITBOSS_PACE_DECISION_SECONDS="0",
        PITBOSS_COLOUR="of somebody else",
    )
    assert config.server.port == 9000
    assert config.server.proxies == ("10.0.0.7", "2001:db8::/32")
    assert config.server.db.startswith("postgresql:")
    assert config.name == "Other"
    assert config.pace.step == timedelta(milliseconds=500)
    assert config.pace.decision is None
    assert config.tables["T1"].house["decision_timer"] == "off"


@pytest.mark.parametrize(("name", "at"), [("PACE_STEPS", "pace.steps"), ("PORT", "server.port")])
def test_faults_of_the_environment_are_named_with_the_others(name: str, at: str) -> None:
    (told,) = faults(LEAST, **{f"PITBOSS_{name}": "high"})
    assert told.startswith(f"{at}: ")


def test_the_starting_file_will_do_and_shows_every_setting() -> None:
    config = config_of(starting_file(), {}, source="starting.toml")
    assert list(config.tables) == ["T1"]
    assert not config.is_demonstration


def test_the_demonstration_floor_has_all_five_rulebooks_and_three_links() -> None:
    config = demonstration_floor()
    assert {one.rulebook for one in config.tables.values()} == set(config.rulebooks)
    linked: dict[str | None, list[str]] = {}
    for setting in config.tables.values():
        linked.setdefault(setting.link, []).append(config.rulebooks[setting.rulebook].id)
    assert linked["megalink"] == [
        "mbs-megalink-let-it-ride-v2",
        "mbs-megalink-three-card-v6",
        "mbs-megalink-holdem-v9",
    ]
    assert linked["multi-game"] == ["mgc-let-it-ride"]
    assert linked["own"] == ["mbs-let-it-ride-v3"]
    assert all(one.is_practice for one in config.tables.values())


def test_folders_for_heads_are_a_list_and_in_the_environment_one() -> None:
    text = LEAST + '[server]\nheads = ["safe", "elsewhere"]\nheads_seconds = 60\n'
    server = config_of(text, {}, source="the test").server
    assert (server.heads, server.heads_every) == (("safe", "elsewhere"), timedelta(minutes=1))
    named = {"PITBOSS_SERVER_HEADS": "safe"}
    assert config_of(LEAST, named, source="the test").server.heads == ("safe",)
    assert config_of(LEAST, {}, source="the test").server.heads == ()
    with pytest.raises(BadSetting, match=r"server\.heads"):
        config_of(LEAST + "[server]\nheads = [5]\n", {}, source="the test")
