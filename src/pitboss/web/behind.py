"""What stands behind the pages: a floor, its players' accounts, and what its clocks say."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from pitboss.house.accounts import Accounts
from pitboss.house.clock import Clock
from pitboss.house.links import Links
from pitboss.house.sessions import Sessions
from pitboss.house.staffing import Staffing
from pitboss.house.tables import Tables
from pitboss.web.links import LinkOf, no_links


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """The way in. Secrets are slow to check, so it has a thread of its own and shares nothing."""

    accounts: Accounts
    staffing: Staffing


@dataclass(frozen=True, slots=True, kw_only=True)
class Behind:
    """A floor as the server needs it. Only the server's one working thread touches it."""

    name: str
    is_practice: bool
    clock: Clock
    tables: Tables
    accounts: Accounts
    sessions: Sessions
    door: Door
    deadline: Callable[[str], str | None] = lambda table: None
    """When a table's running clock ends."""
    meters: LinkOf = no_links
    links: Links | None = None
    """The links of the floor, for staff who verify and pay what is won from them."""
    tick: Callable[[datetime], datetime] | None = None
    """Does what is due on the floor, and says when to ask again; None if nothing is driven."""
    close: Callable[[], None] = lambda: None
