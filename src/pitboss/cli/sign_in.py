"""Signing in: secrets and codes, typed unseen at a terminal or given by a script.

A secret is never an argument, because every program on a machine can read the arguments of every
other one, and shells remember them.
"""

from __future__ import annotations

import os
import sys
from getpass import getpass, getuser
from typing import TYPE_CHECKING

from pitboss.errors import BadSetting

if TYPE_CHECKING:
    from pitboss.house.callers import Member
    from pitboss.house.sign_in import SignedIn
    from pitboss.house.staff_desk import StaffDesk

OWN = "PITBOSS_SECRET"
"""The secret of the person who gives the command."""
SECOND = "PITBOSS_SECOND_SECRET"
"""The secret of the second person, who confirms it."""
NEW = "PITBOSS_NEW_SECRET"
"""A secret that is being set."""
OWN_CODE, SECOND_CODE, NEW_CODE = "PITBOSS_CODE", "PITBOSS_SECOND_CODE", "PITBOSS_NEW_CODE"
"""The codes that go with them, for people who have a second factor."""


def ask_secret(person: str) -> str:
    """The secret of the person who gives the command."""
    return os.environ.get(OWN) or _typed(f"Secret of {person}", OWN)


def ask_code(staffing: StaffDesk, person: str, variable: str = OWN_CODE) -> str:
    """The code that a person's device shows, or nothing if none is required of them."""
    if not staffing.asks_for_code(person):
        return ""
    # A code counts once: the next person to sign in at this keyboard is asked for another.
    return os.environ.pop(variable, "") or _typed(f"Code of {person}", variable)


def ask_new_code(person: str) -> str:
    """The code by which a person shows that a device has their new key."""
    given = os.environ.pop(NEW_CODE, "")
    return given or _typed(f"Code that the device of {person} shows now", NEW_CODE)


def sign_in(staffing: StaffDesk, person: str) -> SignedIn:
    """Sign a person in by their secret, and by a code if one is required."""
    secret, code = ask_secret(person), ask_code(staffing, person)
    return staffing.sign_in(person, secret, code, place=this_place())


def this_place() -> str:
    """Where a person at this terminal signs in from: the user that the machine knows them as."""
    # By its number where there is one: a name in the environment is whatever the user writes there.
    return f"user {os.getuid() if hasattr(os, 'getuid') else getuser()}"


def signed_in(staffing: StaffDesk, person: str, second: str = "") -> Member:
    """A member of staff who has signed in, with a second one where named."""
    from pitboss.house.callers import Member

    if second == person:
        # The record would show a confirmation that no other person gave.
        raise BadSetting(
            f"{person} cannot confirm what {person} does. Name another person as the second."
        )
    people = [sign_in(staffing, person)]
    if second:
        secret = os.environ.get(SECOND) or ask_secret(second)
        code = ask_code(staffing, second, SECOND_CODE)
        people.append(staffing.sign_in(second, secret, code, place=this_place()))
    return Member(
        person,
        second,
        " ".join(one.id for one in people if one.by_two_factors),
        tuple((one.id, one.renewals) for one in people),
    )


def ask_new_secret(person: str, *, is_own: bool = False) -> str:
    """A secret to be set; the very first person sets their own, under either variable."""
    given = os.environ.get(NEW) or (os.environ.get(OWN) if is_own else None)
    if given:
        return given
    secret = _typed(f"New secret of {person}", NEW)
    if _is_terminal() and _typed("The same again", NEW) != secret:
        raise BadSetting("The two were not the same, and nothing was changed. Try again.")
    return secret


def _is_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty()


def _typed(words: str, variable: str) -> str:
    if _is_terminal():
        return getpass(f"{words}: ")
    line = sys.stdin.readline() if sys.stdin is not None else ""
    if not line:
        raise BadSetting(
            f"{words} is needed. Run this in a terminal, set {variable}, "
            "or give it as a line of standard input."
        )
    return line.rstrip("\r\n")
