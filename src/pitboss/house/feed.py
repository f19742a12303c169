"""What every display shows of a link, carried to subscribers in any process (P7, P8, P22).

Values are read from the link's own stream, so that everybody who subscribes shows the same in the
same order, and what was shown once was written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from pitboss.errors import PitbossError
from pitboss.house.links import Links
from pitboss.house.stopping import Stop
from pitboss.jackpot.view import LinkView, link_view

POLL_SECONDS = 0.02
"""To look for something new is one look at an index, so that no message need be sent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedValue:
    """A link as it is shown from now on."""

    version: int
    """Of the link's stream: a later value has a higher one."""
    shown: LinkView
    counted: Mapping[str, int]
    """How many entries of each table's inbox are on the meters."""


class Feed:
    """One subscriber of one link."""

    def __init__(self, links: Links, link: str) -> None:
        self.links = links
        self.link = link
        self._last: FeedValue | None = None
        self._fault = ""

    def poll(self) -> FeedValue | None:
        """What is shown from now on, if that is something new; out of reach is something (P8)."""
        try:
            kept = self.links.current(self.link)
        except PitbossError as error:
            return self._out_of_reach(f"The link cannot be reached: {error}")
        if kept.state.terms is None:
            return None
        if self._last is not None and kept.version == self._last.version and not self._fault:
            return None
        self._fault = ""
        self._last = FeedValue(
            version=kept.version, shown=link_view(kept.state), counted=kept.state.reads
        )
        return self._last

    def _out_of_reach(self, fault: str) -> FeedValue | None:
        if self._last is None or self._fault:
            # Nothing was shown yet, or it is said already.
            return None
        self._fault = fault
        lost = replace(self._last.shown, is_running=False, fault=fault)
        self._last = replace(self._last, shown=lost)
        return self._last

    def follow(
        self, told: Callable[[FeedValue], None], stop: Stop, pause: float = POLL_SECONDS
    ) -> None:
        """Tell every new value until told to stop."""
        while not stop.is_set():
            value = self.poll()
            if value is not None:
                told(value)
            stop.wait(pause)
