"""What software this is, and whether it is what was signed (S9).

Software is known by the SHA-256 of every file it consists of. A link runs only with the software
that was approved for it; every process that serves one looks at itself first (P19).

A test house signs the manifest of the release it looked at, with a key that never comes here. Where
a house names manifest and public key in the environment, every process that serves checks itself
before it does anything else, and it can be checked again at any time.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from pitboss.errors import BadSetting, RuleBreach

_MADE = {".pyc", ".pyo", ".nbi", ".nbc"}
"""What Python and numba make beside the sources is not the software."""


@cache
def manifest() -> Mapping[str, str]:
    """What this process consisted of when it first looked."""
    return read_manifest()


def read_manifest() -> Mapping[str, str]:
    """The SHA-256 of every module and every rulebook now, by its place in the package."""
    root = Path(__file__).parents[1]
    files = (path for path in root.rglob("*") if path.is_file() and path.suffix not in _MADE)
    return {
        path.relative_to(root).as_posix(): sha256(path.read_bytes()).hexdigest()
        for path in sorted(files)
    }


def software_id() -> str:
    """The version, and the digest of the manifest.

    >>> software_id() == software_id()
    True
    """
    text = "".join(f"{digest}  {name}\n" for name, digest in manifest().items())
    return f"pitboss {version('pitboss')} {sha256(text.encode()).hexdigest()}"


MANIFEST, KEY = "PITBOSS_MANIFEST", "PITBOSS_MANIFEST_KEY"
FORMAT = "pitboss-manifest/1"
_MOST_NAMED = 8


def manifest_text() -> str:
    """This software as a text to be signed: the same for the same files, byte by byte."""
    record = {"format": FORMAT, "software": software_id(), "files": dict(read_manifest())}
    return json.dumps(record, indent=1, ensure_ascii=False) + "\n"


def check_at_start(environment: Mapping[str, str]) -> None:
    """Refuse to serve as other software than was signed, where the house asks for that (P19)."""
    manifest, key = environment.get(MANIFEST, ""), environment.get(KEY, "")
    if not manifest and not key:
        return
    if not manifest or not key:
        raise BadSetting(f"Set both {MANIFEST} and {KEY}, or neither.")
    check_signed(Path(manifest), Path(key))


def check_signed(manifest: Path, key: Path) -> None:
    """Whether every file is what was signed, or `RuleBreach` with what is not."""
    text = _read(manifest)
    signature = _read(manifest.with_name(f"{manifest.name}.sig"))
    try:
        _public_key(key).verify(signature, text)
    except InvalidSignature as error:
        raise RuleBreach(
            f"{manifest} is not signed with the key in {key}",
            clause="S9",
            remedy="Have it signed by those who approve the software, and not altered afterwards.",
        ) from error
    found = list(_differences(_files(text, manifest), read_manifest()))
    if found:
        more = f" and {len(found) - _MOST_NAMED} more" if len(found) > _MOST_NAMED else ""
        raise RuleBreach(
            f"This software is not what was signed: {', '.join(found[:_MOST_NAMED])}{more}",
            clause="S9",
            remedy="Install what was signed, or have this one signed.",
        )


def _public_key(file: Path) -> Ed25519PublicKey:
    """An Ed25519 public key as `openssl pkey -pubout` writes it."""
    try:
        found = load_pem_public_key(_read(file))
    except (ValueError, UnsupportedAlgorithm):
        found = None
    if not isinstance(found, Ed25519PublicKey):
        raise BadSetting(
            f"{file} is no Ed25519 public key; write one with: "
            "openssl pkey -in key.pem -pubout -out key.pub"
        )
    return found


def _differences(signed: Mapping[str, str], here: Mapping[str, str]) -> Iterator[str]:
    for name in sorted(signed.keys() | here.keys()):
        if name not in here:
            yield f"{name} is missing"
        elif name not in signed:
            yield f"{name} was added"
        elif signed[name] != here[name]:
            yield f"{name} is another"


def _files(text: bytes, manifest: Path) -> Mapping[str, str]:
    try:
        record = json.loads(text)
    except ValueError:
        record = None
    files = record.get("files") if isinstance(record, dict) else None
    if not isinstance(files, dict):
        raise BadSetting(f"{manifest} is no manifest; write one with: pitboss software show --json")
    return {str(name): str(digest) for name, digest in files.items()}


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise BadSetting(f"{file}: {error.strerror}") from error
