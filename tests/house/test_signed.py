"""Software that is what somebody signed, to the last byte, or does not serve (S9, P19)."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from pitboss.errors import BadSetting, RuleBreach
from pitboss.house.software import (
    KEY,
    MANIFEST,
    check_at_start,
    check_signed,
    manifest_text,
    read_manifest,
    software_id,
)


class Release(NamedTuple):
    """The files that a house is given with its release."""

    manifest: Path
    key: Path

    def sign(self, text: str, secret: bytes = b"a test house") -> None:
        """Sign as a test house does, with a key of its own."""
        key = Ed25519PrivateKey.from_private_bytes(sha256(secret).digest())
        self.manifest.write_text(text, encoding="utf-8")
        self.manifest.with_name(f"{self.manifest.name}.sig").write_bytes(key.sign(text.encode()))
        self.key.write_bytes(
            key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        )


@pytest.fixture
def release(tmp_path: Path) -> Release:
    found = Release(tmp_path / "release.json", tmp_path / "house.pub")
    found.sign(manifest_text())
    return found


def test_s9_software_that_is_what_was_signed_serves(release: Release) -> None:
    check_signed(*release)
    check_at_start({MANIFEST: str(release.manifest), KEY: str(release.key)})
    check_at_start({})
    record = json.loads(release.manifest.read_text(encoding="utf-8"))
    assert record["software"] == software_id()
    assert record["files"] == read_manifest()


def test_s9_files_that_are_others_missing_or_added_are_named(release: Release) -> None:
    record = json.loads(manifest_text())
    record["files"]["jackpot/claims.py"] = "0" * 64
    record["files"]["gone.py"] = record["files"].pop("money.py")
    release.sign(json.dumps(record))
    with pytest.raises(RuleBreach, match="not what was signed") as breach:
        check_at_start({MANIFEST: str(release.manifest), KEY: str(release.key)})
    for words in ("gone.py is missing", "jackpot/claims.py is another", "money.py was added"):
        assert words in str(breach.value)


def test_s9_a_manifest_that_was_altered_or_signed_by_another_is_refused(release: Release) -> None:
    text = release.manifest.read_text(encoding="utf-8")
    release.manifest.write_text(text.replace("money.py", "monye.py"), encoding="utf-8")
    with pytest.raises(RuleBreach, match="is not signed with the key"):
        check_signed(*release)
    other = release._replace(key=release.key.with_name("other.pub"))
    other.sign(text, b"somebody else")
    with pytest.raises(RuleBreach, match="is not signed with the key"):
        check_signed(*release)


@pytest.mark.parametrize(
    ("manifest", "key", "said"),
    [
        ("release.json", "", "Set both"),
        ("", "house.pub", "Set both"),
        ("nowhere.json", "house.pub", "nowhere.json"),
        ("release.json", "release.json", "is no Ed25519 public key"),
    ],
)
def test_s9_what_cannot_be_read_is_said(
    release: Release, manifest: str, key: str, said: str
) -> None:
    folder = release.key.parent
    named = [str(folder / one) if one else "" for one in (manifest, key)]
    with pytest.raises(BadSetting, match=said):
        check_at_start({MANIFEST: named[0], KEY: named[1]})


def test_s9_a_signed_text_that_is_no_manifest_is_said(release: Release) -> None:
    release.sign("[]")
    with pytest.raises(BadSetting, match="is no manifest"):
        check_signed(*release)


def test_s9_a_key_of_another_kind_is_said(release: Release) -> None:
    other = generate_private_key(SECP256R1()).public_key()
    release.key.write_bytes(other.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    with pytest.raises(BadSetting, match="is no Ed25519 public key"):
        check_signed(*release)
