"""Heads: where every stream ended at one moment, in a file that is kept away from the record.

A record that was put back to an earlier moment is whole in itself, and so is one that was written
anew with other words and other hashes. What was known of it before shows the difference, if those
who can write the record cannot change it. A signed head cannot be made without the key.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from pitboss.errors import Corrupt, Unavailable
from pitboss.store.backup import make_durable
from pitboss.store.contract import Head, Store

UNSIGNED, SIGNED = "pitboss-head/1", "pitboss-head/2"


def signer_of(key: Ed25519PrivateKey) -> str:
    """The public key, by which anybody can tell who signed."""
    return key.public_key().public_bytes_raw().hex()


def check_place(path: Path, *, may_replace: bool) -> None:
    """Refuse where heads must not be written: one that was exported before is evidence."""
    if path.is_dir():
        raise Unavailable(f"{path} is a folder. Name a file in it.")
    if not path.parent.is_dir():
        raise Unavailable(f"{path} cannot be written: there is no folder {path.parent}. Make it.")
    if not may_replace and os.path.lexists(path):
        raise Unavailable(
            f"There is a file {path} already. Name another for the head, or give it as --head "
            "too: if nothing is found, it is replaced."
        )


def write_heads(
    path: Path,
    heads: Mapping[str, Head],
    *,
    may_replace: bool = False,
    key: Ed25519PrivateKey | None = None,
    written: str = "",
) -> None:
    """Export the end of every stream, to be kept where no one of this house can change it.

    All of it or nothing: half a head would be taken for none. With a `key` it is signed, and says
    when it was `written`.
    """
    if not heads:
        raise Unavailable(f"{path} was not written: nothing is recorded yet that could end.")
    record: dict[str, Any] = {
        "format": UNSIGNED if key is None else SIGNED,
        # What stands as an end and is none would keep the others from being read.
        "heads": {s: [head.version, head.hash] for s, head in heads.items() if head.version},
    }
    if key is not None:
        record |= {"written": written, "signer": signer_of(key)}
        record["signature"] = key.sign(_signed_text(record)).hex()
    part = path.with_name(f"{path.name}.part{os.getpid()}")
    try:
        part.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
        make_durable(part)
        # An audit takes long, and another may have exported its heads meanwhile.
        check_place(path, may_replace=may_replace)
        part.replace(path)
    except OSError as error:
        raise Unavailable(
            f"{path} was not written: {error.strerror or error}. Name a place that has room and "
            "may be written."
        ) from error
    finally:
        with suppress(OSError):
            part.unlink()


def read_heads(path: Path, *, signer: str = "") -> dict[str, Head]:
    """Heads that were exported, or `Corrupt` if the file is none.

    A signature must fit what the file says. With a `signer` it must be signed, and by that key.
    """
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        if record["format"] not in (UNSIGNED, SIGNED):
            raise ValueError(f"its format is {record['format']!r}")
        _check_signature(record, signer)
        heads = {
            str(stream): Head(int(version), str(digest))
            for stream, (version, digest) in record["heads"].items()
        }
        if not heads:
            raise ValueError("it knows no stream, so nothing would be held against it")
        for stream, head in heads.items():
            if head.version < 1:
                raise ValueError(f"it has {stream} end at {head.version}")
        return heads
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Corrupt(
            f"{path} is not an exported head: {error}. "
            "Give a file that pitboss serve or pitboss audit --write-head made."
        ) from error


def _signed_text(record: Mapping[str, Any]) -> bytes:
    said = {name: record[name] for name in ("format", "heads", "written", "signer")}
    return json.dumps(said, sort_keys=True, separators=(",", ":")).encode()


def _check_signature(record: Mapping[str, Any], signer: str) -> None:
    if record["format"] == UNSIGNED:
        if signer:
            raise ValueError("it is not signed")
        return
    if signer and record["signer"] != signer:
        raise ValueError(f"it is signed with another key than {signer}")
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(record["signer"]))
    try:
        key.verify(bytes.fromhex(record["signature"]), _signed_text(record))
    except InvalidSignature:
        raise ValueError("its signature does not fit what it says") from None


def differences(store: Store, heads: Mapping[str, Head]) -> Iterator[str]:
    """Where a store is not the one, or the later one, that heads were exported from.

    Only the entry that each head names is looked up. The entries before it are held to it by their
    chain, which an audit goes through.
    """
    ends = store.heads_of(list(heads))
    for stream, head in heads.items():
        end = ends.get(stream)
        if end is None:
            yield f"{stream} is not there, and the head knows {head.version} entries of it"
        elif end.version < head.version:
            yield f"{stream} ends at {end.version}, and the head knows {head.version} entries of it"
        else:
            found = next(store.read(stream, after=head.version - 1, upto=head.version))
            if found.hash != head.hash:
                yield f"entry {head.version} of {stream} is not the one that the head knows"
