"""The links of a demonstration floor: proposed, approved, opened and started by its people.

On a real floor people do this (`pitboss link create`): nobody approves by program what money is
played for. Play money has links of its own, which no other table can share (S15).
"""

from __future__ import annotations

from pitboss.floor.config import FloorConfig
from pitboss.house.callers import Member
from pitboss.house.links import Links
from pitboss.house.stream_names import link_stream
from pitboss.jackpot.operation import ApproveProposal, OpenLink, StartLink

SOFTWARE = "demonstration"
"""What runs a link of play money is not approved anew with every version."""
_ALTERS = Member("demo-accounting", "demo-administrator")
_RUNS = {
    "mbs": Member("demo-pit-manager", "demo-security"),
    "mgc": Member("demo-casino-supervisor", "demo-security"),
}


def bring_links(config: FloorConfig, links: Links) -> None:
    """Open and start every configured link that is not there yet."""
    known = links.names()
    for name, link in config.links.items():
        tables = [setting for setting in config.tables.values() if setting.link == name]
        if name in known or not tables:
            continue
        software = links.software()
        family = config.rulebooks[tables[0].rulebook].family
        approve = ApproveProposal(settings=link, software=software)
        links.engine.give(link_stream(name), approve, _ALTERS, f"demonstration/approve/{name}")
        opening = OpenLink(settings=link, software=software)
        links.engine.give(link_stream(name), opening, _ALTERS, f"demonstration/open/{name}")
        start = StartLink(software=software)
        links.engine.give(link_stream(name), start, _RUNS[family], f"demonstration/start/{name}")
