"""What is wrong with an entry that cannot be read or followed, in words for whoever looks at it."""

from __future__ import annotations

from pitboss.errors import PitbossError


def in_words(error: Exception) -> str:
    """What our own rules say of it; what Python says of it helps nobody.

    >>> in_words(KeyError("T2"))
    'such an entry is not written, or not after what stands before it'
    """
    if isinstance(error, PitbossError):
        return str(error)
    return "such an entry is not written, or not after what stands before it"
