"""What cannot be read or followed is a finding too, in words, and the audit goes on behind it."""

from __future__ import annotations

from collections.abc import Generator, Iterable

from pitboss.audit.findings import Finding
from pitboss.errors import PitbossError, StoreError
from pitboss.store.contract import Entry


def in_words(error: Exception) -> str:
    """What our own rules say of it; what Python says of it helps nobody.

    >>> in_words(KeyError("T2"))
    'such an entry is not written, or not after what stands before it'
    """
    if isinstance(error, PitbossError):
        return str(error)
    return "such an entry is not written, or not after what stands before it"


def guarded(entry: Entry, findings: Iterable[Finding]) -> Generator[Finding, None, bool]:
    """What checks find from this entry on; whether they came to their end.

    A record may say anything, and no check can be ready for all of it. What ends one short is
    found itself, at the entry; only a store that cannot be read ends the audit.
    """
    try:
        yield from findings
    except StoreError:
        raise
    except Exception as error:
        yield Finding(
            stream=entry.stream,
            version=entry.version,
            kind="event",
            rule=entry.clause,
            message=f"neither this nor what follows can be checked: {in_words(error)}",
        )
        return False
    return True
