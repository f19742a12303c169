"""Software that is what somebody signed, to the last byte, or does not serve (S9, P19)."""

from __future__ import annotations

import base64
import json
from hashlib import sha512
from pathlib import Path
from typing import NamedTuple

import pytest

from pitboss.errors import BadSetting, RuleBreach
from pitboss.pit import ed25519
from pitboss.pit.identity import read_manifest, software_id
from pitboss.pit.signed import KEY, MANIFEST, check_at_start, check_signed, manifest_text

ORDER = 2**252 + 27742317777372353535851937790883648493
# RFC 8032, 7.1: TEST 1 to 3.
VECTORS = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555"
        "fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da0"
        "85ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac1"
        "8ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]


@pytest.mark.parametrize(("key", "message", "signature"), VECTORS)
def test_signatures_of_the_standard_are_genuine_and_altered_ones_are_not(
    key: str, message: str, signature: str
) -> None:
    said = [bytes.fromhex(one) for one in (key, message, signature)]
    assert ed25519.is_genuine(*said)
    for place in (0, 31, 32, 63):
        altered = bytearray(said[2])
        altered[place] ^= 1
        assert not ed25519.is_genuine(said[0], said[1], bytes(altered))
    assert not ed25519.is_genuine(said[0], said[1] + b"!", said[2])
    assert not ed25519.is_genuine(bytes(reversed(said[0])), said[1], said[2])
    # The same number, written so that it is too large: one signature has one writing.
    again = int.from_bytes(said[2][32:], "little") + ORDER
    assert not ed25519.is_genuine(said[0], said[1], said[2][:32] + again.to_bytes(32, "little"))
    assert not ed25519.is_genuine(said[0], said[1], said[2][:-1])


def signed(secret: bytes, message: bytes) -> tuple[bytes, bytes]:
    """What a test house does with a key of its own: the public key, and the signature."""
    wide = sha512(secret).digest()
    scalar = int.from_bytes(wide[:32], "little") & ((1 << 254) - 8) | (1 << 254)
    key = ed25519.bytes_of(ed25519.times(scalar, ed25519.BASE))
    chosen = int.from_bytes(sha512(wide[32:] + message).digest(), "little") % ORDER
    commitment = ed25519.bytes_of(ed25519.times(chosen, ed25519.BASE))
    asked = int.from_bytes(sha512(commitment + key + message).digest(), "little") % ORDER
    return key, commitment + ((chosen + asked * scalar) % ORDER).to_bytes(32, "little")


class Release(NamedTuple):
    """The files that a house is given with its release."""

    manifest: Path
    key: Path

    def sign(self, text: str, secret: bytes = b"a test house") -> None:
        self.manifest.write_text(text, encoding="utf-8")
        key, signature = signed(secret, text.encode())
        self.manifest.with_name(f"{self.manifest.name}.sig").write_bytes(signature)
        der = bytes.fromhex("302a300506032b6570032100") + key
        pem = f"-----BEGIN PUBLIC KEY-----\n{base64.b64encode(der).decode()}\n"
        self.key.write_text(f"{pem}-----END PUBLIC KEY-----\n", encoding="ascii")


@pytest.fixture
def release(tmp_path: Path) -> Release:
    found = Release(tmp_path / "release.json", tmp_path / "house.pub")
    found.sign(manifest_text())
    return found


def test_a_signature_made_here_is_the_standards() -> None:
    """RFC 8032, TEST 2: the tests sign as a test house would."""
    secret = bytes.fromhex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb")
    key, signature = signed(secret, b"\x72")
    assert (key.hex(), signature.hex()) == (VECTORS[1][0], VECTORS[1][2])


def test_s9_software_that_is_what_was_signed_serves(release: Release) -> None:
    check_signed(*release)
    check_at_start({MANIFEST: str(release.manifest), KEY: str(release.key)})
    check_at_start({})
    record = json.loads(release.manifest.read_text(encoding="utf-8"))
    assert record["software"] == software_id()
    assert record["files"] == read_manifest()


def test_s9_files_that_are_others_missing_or_added_are_named(release: Release) -> None:
    record = json.loads(manifest_text())
    record["files"]["jackpot/decide.py"] = "0" * 64
    record["files"]["gone.py"] = record["files"].pop("money.py")
    release.sign(json.dumps(record))
    with pytest.raises(RuleBreach, match="not what was signed") as breach:
        check_at_start({MANIFEST: str(release.manifest), KEY: str(release.key)})
    for words in ("gone.py is missing", "jackpot/decide.py is another", "money.py was added"):
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
