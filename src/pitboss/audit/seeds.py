"""Whether the seeds that were kept are those each round was bound to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pitboss.audit.findings import Finding
from pitboss.audit.words import in_words
from pitboss.records.entries import event_of
from pitboss.shuffling import context_of, opens
from pitboss.store.contract import Entry
from pitboss.table.rounds import BetsCalled, SeedsKept

PREFIX = "seeds/"


class KeptSeeds:
    """The seeds of one table's rounds, from the stream that nobody at the table sees."""

    def __init__(self, table: str, entries: Iterable[Entry]) -> None:
        self.table = table
        self.findings: list[Finding] = []
        self._kept: dict[int, tuple[Entry, SeedsKept]] = {}
        last = 0
        for entry in entries:
            try:
                event: SeedsKept = event_of(entry)
                self._note(entry, event, last)
                last = event.number
            except Exception as error:
                message = f"it cannot be read: {in_words(error)}"
                self.findings.append(self._finding(entry, message))

    def _note(self, entry: Entry, event: SeedsKept, last: int) -> None:
        """Each round has its seeds once, and rounds follow each other."""
        if event.number in self._kept:
            message = f"the seeds of round {event.number} were kept before"
            self.findings.append(self._finding(entry, message))
            return
        if event.number < last:
            message = f"the seeds of round {event.number} follow those of round {last}"
            self.findings.append(self._finding(entry, message))
        self._kept[event.number] = entry, event

    def check(self, called: BetsCalled, command: str) -> Iterator[tuple[str, str]]:
        """Hold a round that was called against its seeds, which the same command kept."""
        kept = self._kept.pop(called.number, None)
        if kept is None:
            if called.deck or called.draws:
                yield "draws", f"the seeds of round {called.number} are not kept"
            return
        entry, seeds = kept
        if entry.command != command:
            yield "draws", f"the seeds of round {called.number} were not kept when it was called"
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
        for number, (entry, _) in self._kept.items():
            yield self._finding(
                entry, f"round {number} of table {self.table} was called, and is not there"
            )

    def _finding(self, entry: Entry, message: str) -> Finding:
        return Finding(
            stream=f"{PREFIX}{self.table}",
            version=entry.version,
            kind="draws",
            rule=entry.clause,
            message=message,
        )
