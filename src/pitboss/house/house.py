"""A house: everything on one store, with its parts put together.

Commands go in by `give`, whatever they are for. The parts know what is particular to tables, links,
staff, players' accounts and sessions, and how to read them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pitboss.games.library import Library
from pitboss.house.accounts import Accounts
from pitboss.house.approvals import Approval
from pitboss.house.clock import Clock, utc_now
from pitboss.house.engine import Engine
from pitboss.house.house_key import HouseKey, Seals, key_of
from pitboss.house.links import PATIENCE_SECONDS, Links
from pitboss.house.secrets import Secrets
from pitboss.house.sessions import Sessions
from pitboss.house.software import software_id
from pitboss.house.staff_desk import StaffDesk
from pitboss.house.tables import Tables
from pitboss.money import Money
from pitboss.rulebook.model import Rulebook
from pitboss.store.contract import Store


class House(Engine):
    """Every table, link, person and account on one store."""

    def __init__(
        self,
        store: Store,
        clock: Clock = utc_now,
        *,
        rulebooks: Mapping[str, Rulebook] | None = None,
        secrets: Secrets | None = None,
        house_key: HouseKey | None = None,
        software: Callable[[], str] = software_id,
        patience_seconds: int = PATIENCE_SECONDS,
        gift: Money | None = None,
        is_reserved: Callable[[str], bool] = lambda name: False,
        approvals: Mapping[str, Approval] | None = None,
    ) -> None:
        """`gift` is what play money is filled up to; `is_reserved` names no player may take.

        `house_key` seals seeds and second factors and marks sessions; it lies where the environment
        says or beside the record, unless given. `approvals` are of games that do not come with
        pitboss.
        """
        super().__init__(store, clock)
        books = Library() if rulebooks is None else rulebooks
        secrets = secrets or Secrets()
        self.seals = Seals(self, house_key or key_of(store))
        self.staff = StaffDesk(self, books, secrets=secrets, seals=self.seals)
        self.links = Links(self, software=software, patience_seconds=patience_seconds)
        self.tables = Tables(self, books, self.links, self.seals, approvals or {})
        self.accounts = Accounts(
            self, self.tables, secrets=secrets, gift=gift, is_reserved=is_reserved
        )
        self.sessions = Sessions(self, self.seals)
        self.desks |= {
            "table": self.tables,
            "link": self.links,
            "staff": self.staff,
            "player": self.accounts,
            "session": self.sessions,
        }
