"""Every golden round: on a bare round, at a table, in a house, and again from its record."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pitboss.errors import RuleBreach
from pitboss.records.entries import event_record, read_event
from pitboss.round.round import replay
from pitboss.rulebook.model import Rulebook
from tests.playthroughs.report import report
from tests.playthroughs.script import Playthrough, playthroughs, read
from tests.properties.comparing import settled
from tests.script import RoundScript, Script, play, play_at_table, play_in_house

EVERY = playthroughs()

REFUSED_AT_TABLES = {
    "by itself": ("\nvoid ", "\nremove "),
    "was not told that one hand may be viewed": ("\nview ",),
    "without approval": (" payout_limit ",),
}
"""What a table asks for beyond the round: a report, a notice, a paper; and lines that need it."""


@pytest.fixture(params=EVERY, ids=[playthrough.name for playthrough in EVERY])
def playthrough(request: pytest.FixtureRequest) -> Playthrough:
    chosen: Playthrough = request.param
    return chosen


@pytest.fixture
def table(playthrough: Playthrough) -> RoundScript:
    return play(playthrough.rules, playthrough.script)


def test_the_settlement_is_the_one_below_the_line(
    playthrough: Playthrough, table: RoundScript
) -> None:
    """The record of the round settles to it; that the log says the same is checked in playing."""
    assert report(table.settlement) == playthrough.settlement


def test_the_log_replays_to_the_same_state(table: RoundScript) -> None:
    written = [json.dumps(event_record(event)) for event in table.log]
    assert replay(read_event(json.loads(line)) for line in written) == table.play


def test_the_round_can_be_ended(table: RoundScript) -> None:
    assert table.say("end").play.is_over


@pytest.mark.parametrize("on", [play_at_table, play_in_house])
def test_at_a_table_and_in_a_house_it_is_paid_to_the_same_cent(
    playthrough: Playthrough, on: Callable[[Rulebook, str], Script]
) -> None:
    # A new house has no links; those with a link are played in tests/house.
    no_link = {"There is no link": (" unit ",)} if on is play_in_house else {}
    for problem, needed_by in (no_link | REFUSED_AT_TABLES).items():
        if any(word in playthrough.script for word in needed_by):
            with pytest.raises(RuleBreach, match=problem):
                on(playthrough.rules, playthrough.script)
            return
    there = on(playthrough.rules, playthrough.script)
    there.check_record()
    assert report(there.settlement) == playthrough.settlement


def test_a_wrong_cent_below_the_line_is_seen() -> None:
    text = EVERY[0].settlement
    record = play(EVERY[0].rulebook, EVERY[0].script).record
    assert report(settled(record)) == text
    for old, new in (("balanced", "short"), ("10.00", "10.01"), ("lose", "win"), ("win", "lose")):
        if old in text:
            assert report(settled(record)) != text.replace(old, new, 1)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("turn", r"\(rule 3\."),
        ("refused 3.1: seat 1  $ 10.00", "DID NOT RAISE"),
        ("refused 3.2: turn", "is refused otherwise"),
        ('refused 3.1 "sing": turn', "is refused otherwise"),
        ("seat 1  ante 10.00", "rule "),
        ("sing", "No command is called 'sing'"),
        ("seat 1  $ win 10.00", "the round is not settled"),
        ("now seat 1 may ride", "the dealer may|seat 1 may place"),
    ],
)
def test_what_is_not_so_stops_a_playthrough(tmp_path: Path, line: str, problem: str) -> None:
    path = tmp_path / "planted.txt"
    head = "rulebook mbs-let-it-ride-v3\nshows lose\ntable 7 positions\n"
    path.write_text(f"{head}{line}\n----\n")
    planted = read(path)
    with pytest.raises((Exception, pytest.fail.Exception), match=problem):
        play(planted.rulebook, planted.script)
