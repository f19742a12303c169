"""Whether the seeds that were kept are those each round was bound to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.audit.findings import Finding
from pitboss.errors import PitbossError
from pitboss.live.rounds import events as rounds_ev
from pitboss.records.stored import event_of
from pitboss.shuffling import context_of, opens
from pitboss.store.contract import Entry

PREFIX = "seeds/"


class KeptSeeds:
    """The seeds of one table's rounds, from the stream that nobody at the table sees."""

    def __init__(self, table: str, entries: Iterable[Entry]) -> None:
        self.table = table
        self.findings: list[Finding] = []
        self._kept: dict[int, tuple[int, rounds_ev.SeedsKept]] = {}
        for entry in entries:
            try:
                event: rounds_ev.SeedsKept = event_of(entry)
                self._kept[event.number] = (entry.version, event)
            except (PitbossError, ValueError, TypeError, KeyError, AttributeError) as error:
                self.findings.append(self._finding(entry.version, f"it cannot be read: {error}"))

    def check(self, called: rounds_ev.BetsCalled) -> Iterator[tuple[str, str]]:
        """Hold a round that was called against its seeds."""
        kept = self._kept.pop(called.number, None)
        if kept is None:
            if called.deck or called.draws:
                yield "draws", f"the seeds of round {called.number} are not kept"
            return
        _, seeds = kept
        context = context_of(self.table, called.number)
        for name, commitment, seed in (
            ("deck", called.deck, seeds.deck),
            ("draws", called.draws, seeds.draws),
        ):
            if bool(commitment) != bool(seed) or (seed and not opens(commitment, seed, context)):
                yield "draws", f"the seed kept for the {name} is not the one committed to"

    def left(self) -> Iterator[Finding]:
        """Seeds of rounds that the table never called."""
        yield from self.findings
        for number, (version, _) in self._kept.items():
            yield self._finding(
                version, f"round {number} of table {self.table} was called, and is not there"
            )

    def _finding(self, version: int, message: str) -> Finding:
        return Finding(
            stream=f"{PREFIX}{self.table}", version=version, kind="draws", rule="", message=message
        )
