"""Heads at the keyboard: signed where the house has a key, and held to the key that is named."""

from __future__ import annotations

import json
from pathlib import Path

from pitboss.house.house_key import VARIABLE, key_beside
from pitboss.store.heads import SIGNED, UNSIGNED, signer_of
from tests.cli.shell import Shell


def test_a_head_is_signed_where_the_house_has_its_key(shell: Shell, tmp_path: Path) -> None:
    shell.play()
    plain, signed, away = (tmp_path / name for name in ("plain.json", "signed.json", "away.key"))
    shell.monkeypatch.delenv(VARIABLE, raising=False)
    key = key_beside(shell.db)
    Path(str(key)).rename(away)
    assert shell.run("audit", "--write-head", str(plain)).status == 0
    away.rename(str(key))
    assert shell.run("audit", "--write-head", str(signed)).status == 0
    records = [json.loads(file.read_text()) for file in (plain, signed)]
    assert [one["format"] for one in records] == [UNSIGNED, SIGNED]
    assert records[0]["heads"] == records[1]["heads"]
    signer = signer_of(key.signing_key())
    assert records[1]["signer"] == signer
    assert shell.run("audit", "--head", str(signed), "--head-key", signer).status == 0
    assert shell.run("audit", "--head", str(plain)).status == 0
    shell.run("audit", "--head", str(plain), "--head-key", signer).refuses("it is not signed")
    other = shell.run("audit", "--head", str(signed), "--head-key", "00" * 32)
    other.refuses("it is signed with another key")


def test_a_signed_head_that_was_altered_is_refused(shell: Shell, tmp_path: Path) -> None:
    shell.play()
    head = tmp_path / "head.json"
    shell.monkeypatch.delenv(VARIABLE, raising=False)
    assert shell.run("audit", "--write-head", str(head)).status == 0
    record = json.loads(head.read_text())
    record["heads"].pop("table/T1")
    head.write_text(json.dumps(record))
    shell.run("audit", "--head", str(head)).refuses("its signature does not fit what it says")
