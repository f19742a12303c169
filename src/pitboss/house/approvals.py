"""Which code may decide about money: what comes with pitboss, and installed games as approved.

Code in a folder can be changed by whoever may write there, and is for play money only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pitboss.errors import Fault
from pitboss.reader import Reader
from pitboss.rulebook.model import Rulebook

PLACE = "games"


@dataclass(frozen=True, slots=True, kw_only=True)
class Approval:
    """The paper by which a game may be played with money, and the code it is about."""

    reference: str
    digest: str


def approvals_in(at: Reader) -> dict[str, Approval]:
    """What a floor's file has below `[games]`."""
    approvals: dict[str, Approval] = at.each(PLACE, _approval, optional=True)
    return approvals


def _approval(name: str, at: Reader) -> Approval:  # noqa: ARG001 - as every section is read
    return Approval(reference=at.text("approval"), digest=at.text("digest"))


def unapproved(rules: Rulebook, approvals: Mapping[str, Approval]) -> Fault | None:
    """Why a rulebook may not be played with money, and what to do; nothing if it may."""
    code = rules.code
    if code is None:
        return None
    place = f"{PLACE}.{code.game}"
    if not code.is_installed:
        return Fault(
            place=place,
            problem=f"is played by code in {code.place}, which is for play money only",
            remedy="install the game as a package and have it approved, or play with play money: "
            "is_demonstration = true below [floor] in the floor's file, and `pitboss table open "
            "--file FILE`",
        )
    approval = approvals.get(code.game)
    wanted = f'digest = "{code.digest}"'
    if approval is None:
        return Fault(
            place=place,
            problem=f"of {code.place} is not approved for money",
            remedy=f"write [{place}] in the floor's file, with approval = the reference of the "
            f"approval and {wanted}",
        )
    if approval.digest != code.digest:
        return Fault(
            place=place,
            problem=f"of {code.place} is not the code that {approval.reference} approves",
            remedy=f"install that again, or have this approved and write {wanted}",
        )
    return None
