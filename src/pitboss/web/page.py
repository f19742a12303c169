"""What every page is made of: who asks, and an answer."""

from __future__ import annotations

from abc import ABC, abstractmethod

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from pitboss.web.desk import Desk
from pitboss.web.viewers import Pages


class Page(ABC):
    """One page. It is given what all pages are given."""

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        self.desk: Desk = pages.desk
        self.work = pages.work

    @abstractmethod
    async def get(self, request: Request) -> Response:
        """The page for whoever asks."""

    def table(self, request: Request) -> str:
        """The table that is asked for, or there is no such page."""
        name: str = request.path_params["name"]
        if name in self.desk.unserved:
            raise HTTPException(404, f"Table {name} is not served just now. The pit knows why.")
        if not self.desk.knows(name):
            raise HTTPException(404, f"There is no table {name}.")
        return name
