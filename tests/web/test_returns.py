"""What the lobby says a wager gives back: at the meters of real links, with those who play now."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path
from threading import Event

import pytest

from pitboss.games.let_it_ride.cover_all import best_hand_probabilities
from pitboss.games.library import find_rulebook
from pitboss.games.registry import game_of
from pitboss.money import Money
from pitboss.odds.question import Stakes
from pitboss.odds.wagers import progressive_odds
from pitboss.table.rules import Mode, Setting, table_rules
from pitboss.table.table import Table
from pitboss.web.lobby import card_of
from pitboss.web.returns import Returns, percent
from pitboss.web.views import Views
from tests.odds.small_games import MISSISSIPPI_TOML, small_file
from tests.web.served import Arranged, arranged_config

MGC = "mgc-let-it-ride"
RIDE = "mbs-let-it-ride-v3"
PLAYERS = 3


class Lobby:
    """A floor as the lobby sees it, and an end to waiting for what is being counted."""

    def __init__(self) -> None:
        self.floor = Arranged([], arranged_config())
        self.house = self.floor.house
        self._sums = ThreadPoolExecutor(1)
        self.views = Views(self.floor.backend, Returns(self._sums))

    def seat(self, table: str, count: int) -> None:
        self.floor.say(
            *(f"p{seat}: sit p{seat} {seat}" for seat in range(1, count + 1)), table=table
        )

    def contribute(self, table: str) -> None:
        """Three players wager on the jackpot, and bets are closed."""
        wagers = "seat 1,2,3  base 5.00  progressive 5.00"
        self.floor.say("call", wagers, "no more bets", table=table)
        assert self.floor.backend.tick is not None
        self.floor.backend.tick(self.floor.backend.clock())

    def gives_back(self, table: str, wager: str) -> str | None:
        card_of(self.views, table)
        self._sums.submit(lambda: None).result(300)
        returns = card_of(self.views, table).returns
        found: str | None = next(one.percent for one in returns if one.wager == wager)
        return found

    def close(self) -> None:
        self._sums.shutdown()
        self.floor.backend.close()


@pytest.fixture
def lobby() -> Iterator[Lobby]:
    found = Lobby()
    yield found
    found.close()


@pytest.mark.rule(RIDE, "3.20")
def test_a_progressive_wager_gives_back_by_the_meter_and_by_those_who_play(lobby: Lobby) -> None:
    """Counted with the awards as they stand now, not by the line that the lobby goes along."""
    lobby.contribute("LIR-2")
    shows = lobby.floor.link("own").meters["jackpot"].display
    assert shows == Money(1_000_300), "three wagers of five dollars, a fifth of each"
    rules = lobby.house.tables.rules("LIR-2")
    stakes = Stakes(unit=Money(500), meters={"jackpot": Fraction(shows.cents, 100)})
    odds = progressive_odds(rules.terms, stakes)
    assert odds.per_other_player
    value = odds.spread.expected + odds.per_other_player * (PLAYERS - 1)
    assert lobby.gives_back("LIR-2", "progressive") == percent(1 + value / odds.stake)


def test_a_progressive_wager_gives_back_what_is_drawn_at_the_links_own_rates(lobby: Lobby) -> None:
    lobby.contribute("LIR-1")
    rate, meter = Fraction(1, 10), Fraction("50002.25")
    stakes = Stakes(
        unit=Money(500), magic_rate=rate, lucky_rate=rate, positions=7, meters={"jackpot": meter}
    )
    odds = progressive_odds(lobby.house.tables.rules("LIR-1").terms, stakes)
    expected = percent(1 + odds.spread.expected / odds.stake)
    assert lobby.gives_back("LIR-1", "progressive") == expected
    plain = progressive_odds(
        lobby.house.tables.rules("LIR-1").terms, Stakes(unit=Money(500), meters={"jackpot": meter})
    )
    assert odds.spread.expected > plain.spread.expected


COVER_ALL = {
    1: (500, 200, 150, 100, 70, 30, 20),
    3: (250, 80, 50, 25, 20, 10, 7),
}
"""As 11(k) prints them, from the royal flush down to three of a kind."""
HANDS = (
    "royal_flush", "straight_flush", "four_of_a_kind", "full_house", "flush", "straight",
    "three_of_a_kind",
)  # fmt: skip


@pytest.mark.rule(MGC, "11(c)")
@pytest.mark.parametrize("players", COVER_ALL)
def test_11_c_what_cover_all_gives_back_depends_on_the_number_of_players(
    players: int, lobby: Lobby
) -> None:
    lobby.seat("MGC-1", players)
    chances = best_hand_probabilities(players)
    back = sum(
        (chances[hand] * (odds + 1) for hand, odds in zip(HANDS, COVER_ALL[players], strict=True)),
        Fraction(0),
    )
    assert lobby.gives_back("MGC-1", "cover_all") == percent(back)


def test_an_empty_table_is_that_of_whoever_comes(lobby: Lobby) -> None:
    empty = lobby.gives_back("MGC-1", "cover_all")
    lobby.seat("MGC-1", 1)
    assert lobby.gives_back("MGC-1", "cover_all") == empty


def test_odds_that_are_not_counted_are_said_not_to_be_known(tmp_path: Path) -> None:
    stud = find_rulebook(small_file(tmp_path / "stud", "MISSISSIPPI", MISSISSIPPI_TOML))
    setting = Setting(
        table="T1",
        rulebook=stud.id,
        edition=stud.edition,
        digest=stud.digest,
        currency=stud.currency,
        layout="A",
        positions=7,
        method="manual",
        mode=Mode.ELECTRONIC,
        time_zone="UTC",
        day_starts="06:00",
        offered=("ante",),
    )
    rules = table_rules(stud, game_of(stud), setting)
    told: list[None] = []
    with ThreadPoolExecutor(1) as sums:
        returns = Returns(sums, counted=lambda: told.append(None))
        begin = Event()
        sums.submit(begin.wait)
        (first,) = returns.of_table(rules, Table(), None)
        begin.set()
        sums.submit(lambda: None).result(300)
        (later,) = returns.of_table(rules, Table(), None)
    assert (first.percent, first.is_known) == (None, True)
    assert (later.percent, later.is_known) == (None, False)
    assert told, "the lobby is shown anew"
