"""The links of a demonstration floor: proposed, approved, opened and started by its people.

On a real floor people do this (`pitboss link create`): nobody approves by program what money is
played for. Play money has links of its own, which no other table can share (S15).
"""

from __future__ import annotations

from collections.abc import Iterator

from pitboss.floor.config import FloorConfig, LinkConfig
from pitboss.jackpot import commands as do
from pitboss.jackpot.rates import Rate
from pitboss.jackpot.settings import LevelSettings, LinkSettings
from pitboss.jackpot.terms import PROGRESSIVE, ChangePolicy, LinkedGame, linked_game
from pitboss.live.setting import Setting
from pitboss.pit.callers import Member
from pitboss.pit.contributing import sharing_of
from pitboss.pit.links import Links
from pitboss.rulebook.terms import terms_of

SOFTWARE = "demonstration"
"""What runs a link of play money is not approved anew with every version."""
_ALTERS = Member("demo-accounting", "demo-administrator")
_RUNS = {
    "mbs": Member("demo-pit-manager", "demo-security"),
    "mgc": Member("demo-casino-supervisor", "demo-security"),
}
_UNREASONABLE_TIMES = 100


def bring_links(config: FloorConfig, links: Links) -> None:
    """Open and start every configured link that is not there yet."""
    known = links.names()
    for name, link in config.links.items():
        tables = [setting for setting in config.tables.values() if setting.link == name]
        if name in known or not tables:
            continue
        said = {"settings": _settings(config, link, tables), "software": links.software()}
        family = config.rulebooks[tables[0].rulebook].family
        links.give(name, do.ApproveProposal, _ALTERS, f"demonstration/approve/{name}", **said)
        links.give(name, do.OpenLink, _ALTERS, f"demonstration/open/{name}", **said)
        links.give(
            name,
            do.StartLink,
            _RUNS[family],
            f"demonstration/start/{name}",
            software=links.software(),
        )


def _settings(config: FloorConfig, link: LinkConfig, tables: list[Setting]) -> LinkSettings:
    first = tables[0]
    rules = config.rulebooks[first.rulebook]
    return LinkSettings(
        link=link.name,
        currency=first.currency,
        unit=link.unit,
        levels=tuple(_levels(link)),
        games=tuple(_games(config, tables)),
        most_units=_most_units(config, tables),
        magic_rate=None if link.magic_rate is None else Rate.parse(str(link.magic_rate)),
        lucky_rate=None if link.lucky_rate is None else Rate.parse(str(link.lucky_rate)),
        verification_role=rules.roles[1],
        change=ChangePolicy.WAITS,
        sharing=sharing_of(terms_of(rules, first.options)),
        is_practice=True,
    )


def _levels(link: LinkConfig) -> Iterator[LevelSettings]:
    for name, level in link.levels.items():
        yield LevelSettings(
            name=name,
            initial=level.seed,
            reset=level.seed,
            contribution=Rate.parse(str(level.contribution)),
            reserve=Rate.parse(str(level.reserve)),
            is_unlimited=True,
            most_contribution=link.unit * _UNREASONABLE_TIMES,
        )


def _games(config: FloorConfig, tables: list[Setting]) -> Iterator[LinkedGame]:
    seen = set()
    for setting in tables:
        if setting.rulebook in seen:
            continue
        seen.add(setting.rulebook)
        rules = config.rulebooks[setting.rulebook]
        terms = terms_of(rules, setting.options)
        yield linked_game(rules, terms.paytable_name(rules.wagers[PROGRESSIVE]), decks=1)


def _most_units(config: FloorConfig, tables: list[Setting]) -> int | None:
    """Where a rulebook sets no most, the house must: as many as the largest of the others."""
    units = [config.rulebooks[one.rulebook].wagers[PROGRESSIVE].units for one in tables]
    return 5 if any(one is not None and one.most is None for one in units) else None
