"""The key of the house: made once, where it lies, and what is said when it is gone (I-115)."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from pitboss.audit.audit import audit
from pitboss.errors import HouseKeyMissing
from pitboss.games.library import Library
from pitboss.house.dealer import Dealer
from pitboss.house.house_key import HouseKey, key_at_hand, key_beside
from pitboss.round.wagers import CloseBets
from pitboss.store.addresses import open_store
from pitboss.store.backup import backup
from tests.audit.altering import kinds
from tests.house.floor import GOOD, Floor, house_on

RIDE = "mbs-let-it-ride-v3"


@pytest.fixture(autouse=True)
def _unnamed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PITBOSS_HOUSE_KEY", raising=False)


def test_i_115_a_floor_makes_its_key_beside_the_record_when_it_first_needs_one(
    tmp_path: Path,
) -> None:
    with closing(open_store(str(tmp_path / "floor.db"))) as store:
        floor = Floor(store)
        floor.open(RIDE)
        key = tmp_path / "floor.db.key"
        assert not key.exists()
        assert key_at_hand(store) is None
        floor.play()
        made = key.read_text()
        assert key.stat().st_mode & 0o777 == 0o600
        floor.house.sessions.open_for(floor.staff_desk.sign_in("ann", GOOD))
        assert key.read_text() == made
        assert not list(tmp_path.glob("*.part*"))
        # Neither the record nor a backup of it holds the key.
        backup(store, tmp_path / "friday.backup")
        for file in ("floor.db", "floor.db-wal", "friday.backup"):
            assert made.strip().encode() not in (tmp_path / file).read_bytes()
        assert audit(store, Library(), seals=key_at_hand(store)).findings == ()


def test_i_115_the_environment_says_where_the_key_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "safe").mkdir()
    named = tmp_path / "safe" / "house.key"
    monkeypatch.setenv("PITBOSS_HOUSE_KEY", str(named))
    with closing(open_store(str(tmp_path / "floor.db"))) as store:
        floor = Floor(store)
        floor.open(RIDE)
        floor.play()
    assert named.exists()
    assert not (tmp_path / "floor.db.key").exists()


def test_i_115_of_two_that_make_the_key_at_once_both_have_the_same(tmp_path: Path) -> None:
    one, other = (key_beside(tmp_path / "floor.db") for _ in range(2))
    one.make()
    other.make()
    assert one.unseal("here", other.seal("here", "a seed")) == "a seed"


@pytest.mark.parametrize("is_replaced", [False, True])
def test_i_115_without_the_key_a_running_round_waits_for_it_and_it_is_said(
    tmp_path: Path, is_replaced: bool
) -> None:
    path = tmp_path / "floor.db"
    key, kept = tmp_path / "floor.db.key", tmp_path / "kept.key"
    with closing(open_store(str(path))) as store:
        floor = Floor(store)
        floor.open(RIDE, "T1")
        floor.open(RIDE, "T2")
        floor.play("T2")
        floor.dealing.call_for_bets("T1")
        floor.bet("T1")
        floor.give("T1", CloseBets())
        key.rename(kept)
        if is_replaced:
            HouseKey(key).make()
        again = house_on(store, floor.clock)
        dealing = Dealer(again)
        said = "the seed of round 1 of table T1 was sealed" if is_replaced else "its copy"
        with pytest.raises(HouseKeyMissing, match=said):
            dealing.due("T1")
        if is_replaced:
            # A table between rounds needs nothing that the old key had sealed.
            dealing.call_for_bets("T2")
            found = audit(store, Library(), seals=HouseKey(key)).findings
            assert kinds(found) == {"draws"}
            assert "does not open the seed of the deck" in str(found[0])
        else:
            with pytest.raises(HouseKeyMissing, match=r"docs/floor\.md says"):
                again.seals.ready()
            assert not key.exists()
        kept.replace(key)
        assert dealing.due("T1") is not None
