"""Heads of the record, written by themselves into the folders that the house names.

Each folder has `head.json`, the latest, and `head-DAY.json`, with which a gaming day began and
which is never replaced. At the start the record is held against both.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from pitboss.errors import Corrupt, StoreError, Unavailable
from pitboss.house.clock import stamp
from pitboss.house.house_key import HouseKey, key_of
from pitboss.store.contract import Store
from pitboss.store.heads import differences, read_heads, signer_of, write_heads

LATEST = "head.json"
_DAYS = "head-????-??-??.json"
_MOST_NAMED = 5


class HeadKeeper:
    """The heads of one record, in every folder that is named for them."""

    def __init__(
        self,
        store: Store,
        folders: Sequence[Path],
        *,
        gaming_day: Callable[[datetime], str],
        house_key: HouseKey | None = None,
    ) -> None:
        """The key of the house is made where nothing is recorded yet."""
        key = house_key or key_of(store)
        if not key.is_there() and not store.streams():
            key.make()
        self._key = key.signing_key()
        self._store = store
        self._folders = tuple(folders)
        self._gaming_day = gaming_day
        self.problems: dict[str, str] = {}
        """Why the last head could not be written, by folder."""

    @property
    def signer(self) -> str:
        """The public key, for whoever checks a head elsewhere."""
        return signer_of(self._key)

    def check(self) -> list[str]:
        """Hold the record against the heads; raise `Corrupt` if it is not the one they know.

        Returns the folders in which there is none yet.
        """
        empty = []
        for folder in self._folders:
            if not folder.is_dir():
                raise Unavailable(
                    f"There is no folder {folder}, which is named for heads of the record. "
                    "Make it, or bring the disk back that it is on."
                )
            days = sorted(folder.glob(_DAYS))
            if not days and not (folder / LATEST).exists():
                empty.append(str(folder))
                continue
            for path in (*days[-1:], folder / LATEST):
                self._check(path)
        return empty

    def _check(self, path: Path) -> None:
        found = list(differences(self._store, read_heads(path, signer=self.signer)))
        if found:
            more = f" and {len(found) - _MOST_NAMED} more" if len(found) > _MOST_NAMED else ""
            raise Corrupt(
                f"The record is not the one that {path} was written of: "
                f"{'; '.join(found[:_MOST_NAMED])}{more}. It was put back to an earlier moment, or "
                "altered. Do not play on with it: keep it as it is for an investigation. If the "
                "house restored a backup and stands by that, put the heads away first."
            )

    def write(self, now: datetime) -> None:
        """Write the latest into every folder, and that of the gaming day if it is not there yet.

        A folder that cannot be written is one of the `problems`, and the others are written.
        """
        try:
            heads = self._store.heads()
        except StoreError as error:
            self.problems = dict.fromkeys(map(str, self._folders), str(error))
            return
        problems = {}
        for folder in self._folders:
            day = folder / f"head-{self._gaming_day(now)}.json"
            try:
                for path in (folder / LATEST, *([] if day.exists() else [day])):
                    write_heads(path, heads, may_replace=True, key=self._key, written=stamp(now))
            except (StoreError, OSError) as error:
                problems[str(folder)] = str(error)
        self.problems = problems
