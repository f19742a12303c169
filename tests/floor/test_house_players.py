"""House players: the same for the same seed, different from each other, and within the limits."""

from __future__ import annotations

import pytest

from pitboss.cards import parse_cards
from pitboss.floor.demonstration import demonstration_floor
from pitboss.floor.house_players import HABITS, HousePlayer, best_play, house_names, wanted
from pitboss.games.library import built_in
from pitboss.games.odds import advise
from pitboss.games.registry import game_of
from pitboss.round.game import Sight
from pitboss.rulebook.terms import terms_of
from pitboss.table.rules import TableRules, table_rules

TABLES = tuple(demonstration_floor().tables)


def _under(table: str) -> TableRules:
    config = demonstration_floor()
    setting = config.tables[table]
    rules = config.rulebooks[setting.rulebook]
    return table_rules(rules, game_of(rules), setting)


@pytest.mark.parametrize("table", TABLES)
def test_stakes_are_within_the_limits_and_the_base_bets_equal(table: str) -> None:
    rules = _under(table)
    seen = set()
    for name in house_names(0, 30):
        for number in range(1, 20):
            wagers = dict(HousePlayer(name, "s").wagers(rules, rules.setting.offered, number))
            base = {
                wagers[w.id] for w in rules.rulebook.wagers.values() if w.group and w.id in wagers
            }
            assert len(base) <= 1
            for wager, stake in wagers.items():
                rule = rules.rulebook.wagers[wager]
                if rule.limit_key in rules.setting.limits:
                    least, most = rules.setting.limits[rule.limit_key]
                    assert least <= stake <= most
                    seen |= {"least"} if stake == least else {"most"} if stake == most else set()
    assert seen == {"least", "most"}


def test_the_same_player_does_the_same_in_the_same_round() -> None:
    rules = _under("TCP-1")
    offered = rules.setting.offered
    once = [list(HousePlayer("house Ada", "s").wagers(rules, offered, n)) for n in range(50)]
    again = [list(HousePlayer("house Ada", "s").wagers(rules, offered, n)) for n in range(50)]
    other = [list(HousePlayer("house Ada", "t").wagers(rules, offered, n)) for n in range(50)]
    assert once == again
    assert once != other


def test_every_habit_occurs_and_people_come_and_go() -> None:
    habits = {HousePlayer(name, "s").habit for name in house_names(0, 100)}
    assert habits == set(HABITS.values())
    assert {wanted("s", number, 2, 4) for number in range(500)} == {2, 3, 4}


def test_who_sits_out_plays_where_there_would_be_no_round() -> None:
    rules = _under("TCP-1")
    offered = rules.setting.offered
    idle = [
        (player, number)
        for name in house_names(0, 20)
        for number in range(1, 40)
        if not list((player := HousePlayer(name, "s")).wagers(rules, offered, number))
    ]
    assert idle
    for player, number in idle:
        assert list(player.wagers(rules, offered, number, is_alone=True))


@pytest.mark.parametrize(
    ("rulebook", "own", "community"),
    [
        ("mbs-let-it-ride-v3", "Ts Td 4c", ""),
        ("mbs-let-it-ride-v3", "2s 7d 9c", ""),
        ("mbs-let-it-ride-v3", "8h 9h Th", "2c"),
        ("mbs-megalink-three-card-v6", "Qs 6h 4d", ""),
        ("mbs-megalink-three-card-v6", "Qs 6h 3d", ""),
    ],
)
def test_best_play_is_what_the_odds_advise(rulebook: str, own: str, community: str) -> None:
    terms = terms_of(built_in(rulebook), {})
    cards, turned = tuple(parse_cards(own)), tuple(parse_cards(community))
    advice = advise(terms, cards, turned)
    sight = Sight(advice.decision, tuple(advice.options), cards, turned)
    assert best_play(terms)(sight) == advice.best
