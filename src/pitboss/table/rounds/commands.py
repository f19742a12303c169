"""What is asked concerning the rounds of a table, beside the commands of the round itself."""

from __future__ import annotations

from dataclasses import dataclass

from pitboss.codec import stored


@stored("call-for-bets")
@dataclass(frozen=True, slots=True, kw_only=True)
class CallForBets:
    """ "Place your bets, please": the next round begins.

    The commitments bind the system to seeds that nobody has seen (I-19, I-20, I-102).
    """

    gaming_day: str
    deck: str = ""
    """The commitment to the deck's seed; electronic tables only."""
    draws: str = ""
    """The commitment to the seed of the Magic Card and the Lucky Player, where there are any."""


@stored("open-seeds")
@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSeeds:
    """After the round the seeds are shown, so that anybody may rebuild deck and draws."""

    deck: str = ""
    draws: str = ""


Command = CallForBets | OpenSeeds
