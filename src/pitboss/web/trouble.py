"""What keeps a floor from going on, told to whoever runs the server: each once, and when it ends.

Players are told that the record cannot be reached, and no more: where it is kept, and why it cannot
be written, is for whoever can make room on a disk or bring a database back.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping

from pitboss.errors import HouseKeyMissing

_LOG = logging.getLogger(__name__)


class Trouble:
    """What was told and is not over yet."""

    def __init__(self) -> None:
        self._told: dict[str, str] = {}

    def tell(self, problems: Mapping[str, str]) -> None:
        """What is wrong now, by where it is; what was told before is not told again."""
        for where, problem in problems.items():
            if self._told.get(where) != problem:
                _LOG.error("%s stands still: %s", where, problem)
        for where in self._told.keys() - problems.keys():
            _LOG.error("%s goes on", where)
        self._told = dict(problems)


def no_house_key(missing: HouseKeyMissing) -> str:
    """What a browser is told where codes cannot be checked; where the key should be is not for it.

    Whoever runs the server reads it.
    """
    _LOG.error("nobody with a second factor comes in: %s", missing)
    return "Codes cannot be checked at present. Tell whoever runs this server."
