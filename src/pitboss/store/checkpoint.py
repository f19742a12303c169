"""Checkpoints: the ends of other streams, written into a stream of their own.

A chain shows what was changed within it, and not that its last entries are gone, or all of it.
So whenever a round closes, the ends of its streams are written to the stream `checkpoint`. Its own
end can be exported and kept elsewhere; held against that, nothing can go missing unseen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.codec import stored

STREAM = "checkpoint"


@stored("heads-recorded")
@dataclass(frozen=True, slots=True, kw_only=True)
class HeadsRecorded:
    """Where streams ended at this moment: the version and the hash of the last entry of each."""

    heads: Mapping[str, tuple[int, str]]
    clause: str = ""


CheckpointEvent = HeadsRecorded
