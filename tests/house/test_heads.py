"""Heads find what a record cannot show of itself, and nobody without the key can make one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pitboss.errors import Corrupt, HouseKeyMissing, Unavailable
from pitboss.house.clock import gaming_day_of
from pitboss.house.heads import LATEST, HeadKeeper
from pitboss.house.house_key import HouseKey
from pitboss.store.contract import Head, Store
from pitboss.store.heads import differences, read_heads, signer_of, write_heads
from pitboss.store.memory import MemoryStore
from tests.audit.altering import Altered, audited
from tests.house.floor import Floor

RULEBOOK = "mbs-megalink-holdem-v9"


class Kept:
    """A played floor, the folders for its heads, and the key of its house."""

    def __init__(self, folder: Path) -> None:
        self.floor = Floor(MemoryStore())
        self.floor.open(RULEBOOK)
        self.floor.play(rounds=2)
        self.key = HouseKey(folder / "house.key")
        self.key.make()
        self.folders = [folder / "safe", folder / "elsewhere"]
        for one in self.folders:
            one.mkdir()

    def keeper(self, store: Store | None = None) -> HeadKeeper:
        return HeadKeeper(
            store or self.floor.store, self.folders, gaming_day=_day, house_key=self.key
        )

    @property
    def now(self) -> datetime:
        return self.floor.clock.now


def _day(now: datetime) -> str:
    return gaming_day_of(now, "Asia/Singapore", "06:00")


@pytest.fixture
def kept(tmp_path: Path) -> Kept:
    return Kept(tmp_path)


# --- what only a head finds -----------------------------------------------------------------------


def _put_back(altered: Altered) -> None:
    """Everything of the last command is gone, wherever it wrote."""
    last = altered.entries["table/T1"][-1].command
    for stream, entries in list(altered.entries.items()):
        altered.entries[stream] = [one for one in entries if one.command != last]


def _other_secret(altered: Altered) -> None:
    """Someone signs in as the administrator from now on."""
    for place, entry in enumerate(altered.entries["staff"]):
        found = re.search(r"\$argon2id[^\"]+", entry.body)
        if found:
            other = found[0][:-4] + ("AAAA" if not found[0].endswith("AAAA") else "BBBB")
            altered.change("staff", place, body=entry.body.replace(found[0], other))
            altered.ask(entry.command, altered.asked(entry.command).replace(found[0], other))
            return
    raise AssertionError("no secret is recorded")


def _a_second_later(altered: Altered) -> None:
    last = altered.entries["table/T1"][-1]
    moved = datetime.fromisoformat(last.time) + timedelta(seconds=1)
    text = moved.isoformat(timespec="microseconds").replace("+00:00", "Z")
    for stream, entries in altered.entries.items():
        for place, entry in enumerate(entries):
            if entry.command == last.command:
                altered.change(stream, place, time=text)


FORGERIES = (_put_back, _other_secret, _a_second_later)


@pytest.mark.parametrize("forge", FORGERIES)
def test_a_forgery_that_an_audit_cannot_see_is_refused_at_the_start(
    kept: Kept, forge: Callable[[Altered], None]
) -> None:
    kept.keeper().write(kept.now)
    altered = Altered(kept.floor.store)
    forge(altered)
    altered.rechain()
    assert audited(altered) == [], "the record is whole in itself"
    forged = MemoryStore()
    forged.restore(
        [entry for stream in altered.streams() for entry in altered.scan(stream)],
        altered.receipts(),
    )
    with pytest.raises(Corrupt, match=r"put back to an earlier moment, or altered"):
        kept.keeper(forged).check()


def test_an_empty_record_in_the_place_of_one_with_heads_is_refused(kept: Kept) -> None:
    kept.keeper().write(kept.now)
    with pytest.raises(Corrupt, match=r"is not there, and the head knows"):
        kept.keeper(MemoryStore()).check()


def test_a_stream_that_ends_too_early_is_named(kept: Kept) -> None:
    heads = kept.floor.store.heads()
    further = {stream: Head(head.version + 1, head.hash) for stream, head in heads.items()}
    found = list(differences(kept.floor.store, further))
    assert len(found) == len(heads)
    assert all(re.search(r"ends at \d+, and the head knows \d+", one) for one in found)


def test_a_record_that_went_on_fits_its_heads(kept: Kept) -> None:
    keeper = kept.keeper()
    assert keeper.check() == [str(folder) for folder in kept.folders]
    keeper.write(kept.now)
    kept.floor.play(rounds=1)
    assert kept.keeper().check() == []


# --- files ----------------------------------------------------------------------------------------


def test_a_gaming_day_keeps_the_head_it_began_with(kept: Kept) -> None:
    keeper = kept.keeper()
    keeper.write(kept.now)
    first = kept.folders[0] / f"head-{_day(kept.now)}.json"
    began = first.read_text()
    kept.floor.play(rounds=1)
    keeper.write(kept.now)
    assert first.read_text() == began
    assert (kept.folders[0] / LATEST).read_text() != began
    kept.floor.clock.pass_by(hours=24)
    keeper.write(kept.now)
    names = sorted(one.name for one in kept.folders[1].iterdir())
    assert names == sorted([LATEST, first.name, f"head-{_day(kept.now)}.json"])
    assert keeper.problems == {}


def test_a_folder_that_cannot_be_written_keeps_no_other_from_being_written(kept: Kept) -> None:
    keeper = kept.keeper()
    kept.folders[0].rmdir()
    keeper.write(kept.now)
    assert list(keeper.problems) == [str(kept.folders[0])]
    assert (kept.folders[1] / LATEST).exists()
    with pytest.raises(Unavailable, match=r"There is no folder .*named for heads"):
        keeper.check()
    kept.folders[0].mkdir()
    keeper.write(kept.now)
    assert keeper.problems == {}


def test_a_head_that_is_gone_while_that_of_the_day_is_there_is_refused(kept: Kept) -> None:
    keeper = kept.keeper()
    keeper.write(kept.now)
    (kept.folders[0] / LATEST).unlink()
    with pytest.raises(Corrupt, match=r"head.json is not an exported head"):
        keeper.check()


# --- signatures -----------------------------------------------------------------------------------


def _changed(file: Path, **fields: object) -> None:
    file.write_text(json.dumps(json.loads(file.read_text()) | fields))


def test_no_head_is_taken_that_the_house_did_not_sign(kept: Kept) -> None:
    keeper, file = kept.keeper(), kept.folders[0] / LATEST
    heads = kept.floor.store.heads()

    def refused(why: str) -> None:
        with pytest.raises(Corrupt, match=why):
            keeper.check()

    keeper.write(kept.now)
    _changed(file, heads={"staff": [1, heads["staff"].hash]})
    refused("signature does not fit")
    keeper.write(kept.now)
    _changed(file, written="2020-01-01T00:00:00.000000Z")
    refused("signature does not fit")
    write_heads(file, heads, may_replace=True)
    refused("it is not signed")
    write_heads(file, heads, may_replace=True, key=Ed25519PrivateKey.generate(), written="now")
    refused("signed with another key")
    keeper.write(kept.now)
    for broken in ({"signature": "zz"}, {"signature": 5}, {"signer": "00"}, {"heads": [1]}):
        _changed(file, **broken)
        refused("is not an exported head")
        keeper.write(kept.now)


def test_whoever_has_the_public_key_can_check_a_head(kept: Kept) -> None:
    keeper, file = kept.keeper(), kept.folders[0] / LATEST
    keeper.write(kept.now)
    assert read_heads(file, signer=keeper.signer) == kept.floor.store.heads()
    assert read_heads(file) == kept.floor.store.heads()
    assert kept.keeper().signer == keeper.signer == signer_of(kept.key.signing_key())


def test_the_key_of_another_house_signs_otherwise(kept: Kept, tmp_path: Path) -> None:
    other = HouseKey(tmp_path / "other.key")
    other.make()
    assert signer_of(other.signing_key()) != kept.keeper().signer


def test_no_other_key_is_made_for_one_that_is_lost(kept: Kept, tmp_path: Path) -> None:
    lost = HouseKey(tmp_path / "lost.key")
    with pytest.raises(HouseKeyMissing, match=r"cannot be read: .*lost\.key"):
        HeadKeeper(kept.floor.store, kept.folders, gaming_day=_day, house_key=lost)
    assert not lost.is_there()
