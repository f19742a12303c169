"""Second factors: codes that a device makes from a key and the time (S7; RFC 6238).

A code is of one half-minute. That of the one before and after will do as well, since clocks differ
and people take their time; each counts once.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from pyotp import TOTP, random_base32
from pyotp.utils import strings_equal

STEP_SECONDS = 30
_STEPS_APART = 1


@dataclass(frozen=True, slots=True)
class NewKey:
    """A key that was just made, to be shown once to whoever gets it."""

    key: str = field(repr=False)
    uri: str = field(repr=False)
    """The same with all that a device needs to know, as such devices read it."""


def new_key(person: str) -> NewKey:
    """A key for a person: 160 bits, as the RFC recommends.

    >>> made = new_key("ann")
    >>> len(made.key), made.uri.partition("?")[0]
    (32, 'otpauth://totp/pitboss:ann')
    """
    key = random_base32()
    return NewKey(key, TOTP(key).provisioning_uri(name=person, issuer_name="pitboss"))


def step_at(now: datetime) -> int:
    """The half-minute it is, counted from 1970."""
    return int(now.timestamp()) // STEP_SECONDS


def step_of(key: str, code: str, now: datetime) -> int | None:
    """The half-minute whose code this is, if it is one of about now.

    Codes are typed as devices show them, often as two groups of three digits.
    """
    typed, device, here = code.replace(" ", ""), TOTP(key), step_at(now)
    found = None
    if not (typed.isascii() and typed.isdigit()):
        return None
    for step in range(here - _STEPS_APART, here + _STEPS_APART + 1):
        # All are looked at whichever it is, so that the time taken tells nothing.
        if strings_equal(typed, device.generate_otp(step)):
            found = step
    return found


def is_used(step: int, last: int, now: datetime) -> bool:
    """Whether the code of that half-minute counts no more, after that of another was accepted.

    A last one that lies ahead of all codes of now was accepted by a clock that was set back since
    (D9); it says nothing of these, and what the record has of each is looked at all the same.
    """
    return last - _STEPS_APART <= step_at(now) and step <= last
