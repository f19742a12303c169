"""The progressive proposal: what was approved, and the digest that what runs must have (P24)."""

from __future__ import annotations

import dataclasses
import enum
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256

from pitboss.errors import RuleBreach
from pitboss.jackpot.chances import PrizeChance, prize_chances, unequal_chances
from pitboss.jackpot.terms import LinkTerms
from pitboss.money import Money

APPROVED = "P24"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Amounts, rates and limits, how likely every prize is, and the software that runs it."""

    terms: LinkTerms
    chances: tuple[PrizeChance, ...]
    software: str
    warnings: tuple[str, ...]
    """Where linked games do not have the same chance of a level (P31)."""


def proposal_of(terms: LinkTerms, software: str) -> Proposal:
    """What would be put forward for these terms."""
    return Proposal(
        terms=terms,
        chances=prize_chances(terms.games),
        software=software,
        warnings=tuple(unequal_chances(terms.games)),
    )


def digest_of(proposal: Proposal) -> str:
    """One number for all of it: alter anything, and it is another."""
    text = json.dumps(_plain(proposal), sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()


def approved_digest(proposals: Mapping[str, Proposal], running: Proposal) -> str:
    """The digest of an approved proposal that is this one, or `RuleBreach` with what differs."""
    digest = digest_of(running)
    if digest in proposals:
        return digest
    if not proposals:
        raise RuleBreach(
            f"Nothing is approved for link {running.terms.link}",
            clause=APPROVED,
            remedy="Have the proposal approved first.",
        )
    latest = list(proposals.values())[-1]
    raise RuleBreach(
        f"This is not what was approved: {differences_text(latest, running)}",
        clause=APPROVED,
        remedy="Run what was approved, or have this approved.",
    )


def differences_text(approved: Proposal, running: Proposal) -> str:
    """What is not as approved, in a few words."""
    names = differences(approved, running)
    return ", ".join(names[:8]) + (f" and {len(names) - 8} more" if len(names) > 8 else "")


def differences(approved: Proposal, running: Proposal) -> list[str]:
    """What is not as approved, by name; chances follow from the terms, so those come first."""
    found = list(_differing("", _plain(approved.terms), _plain(running.terms)))
    return found or list(_differing("", _plain(approved), _plain(running)))


def _plain(value: object) -> object:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        # What is at its default is left out: a term that links may have one day must not make
        # another proposal of those that were approved without it.
        said = ((field, getattr(value, field.name)) for field in dataclasses.fields(value))
        return {field.name: _plain(one) for field, one in said if one != field.default}
    match value:
        case Money():
            return str(value)
        case enum.Enum():
            return str(value.value)
        case Mapping():
            return {str(key): _plain(one) for key, one in value.items()}
        case frozenset():
            return sorted(str(one) for one in value)
        case tuple():
            return [_plain(one) for one in value]
    return value


def _differing(name: str, one: object, other: object) -> Iterator[str]:
    if one == other:
        return
    if not isinstance(one, dict | list) or not isinstance(other, dict | list):
        yield name
        return
    mine, theirs = _by_name(one), _by_name(other)
    for key in dict.fromkeys((*mine, *theirs)):
        yield from _differing(f"{name}.{key}" if name else key, mine.get(key), theirs.get(key))


def _by_name(parts: dict[str, object] | list[object]) -> dict[str, object]:
    if isinstance(parts, dict):
        return parts
    return {_label(place, one): one for place, one in enumerate(parts)}


def _label(place: int, value: object) -> str:
    """Levels and games go by their names, so that a difference says where it is."""
    if isinstance(value, dict):
        known = value.get("name") or value.get("rulebook")
        if known:
            return f"{known}-{value['hand']}" if "hand" in value else str(known)
    return str(place)
