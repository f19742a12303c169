"""Every golden round, played through the engine and settled again from its record."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from pitboss.games.library import settle
from pitboss.records.entries import event_record, read_event
from pitboss.records.played_rounds import round_record
from pitboss.records.settlements import settlement_record
from pitboss.round.result import EndRound
from pitboss.round.round import replay
from tests.playthroughs.report import report
from tests.playthroughs.script import Playthrough, Table, play, playthroughs, read
from tests.properties.comparing import differences, line_of_event, lines_of, settled

EVERY = playthroughs()


@pytest.fixture(params=EVERY, ids=[playthrough.name for playthrough in EVERY])
def playthrough(request: pytest.FixtureRequest) -> Playthrough:
    chosen: Playthrough = request.param
    return chosen


@pytest.fixture
def table(playthrough: Playthrough) -> Table:
    return play(playthrough)


def test_the_settlement_is_the_one_below_the_line(playthrough: Playthrough, table: Table) -> None:
    settlement = settlement_record(table.rules, settle(table.terms, table.play.facts(table.meters)))
    assert report(settlement) == playthrough.settlement
    assert Counter(map(line_of_event, table.play.settled)) == Counter(lines_of(settlement))


def test_the_log_replays_to_the_same_state(table: Table) -> None:
    written = [json.dumps(event_record(event)) for event in table.log]
    assert replay(read_event(json.loads(line)) for line in written) == table.play


def test_the_record_of_the_round_settles_to_the_same_cents(
    playthrough: Playthrough, table: Table
) -> None:
    record = json.loads(json.dumps(round_record(table.terms, table.play, table.meters)))
    assert report(settled(record)) == playthrough.settlement
    assert not differences(record)


def test_the_round_can_be_ended(table: Table) -> None:
    table.give(EndRound())
    assert table.play.is_over


def test_a_wrong_cent_below_the_line_is_seen(tmp_path: Path) -> None:
    text = EVERY[0].settlement
    assert report(settled(_record(EVERY[0]))) == text
    for old, new in (("balanced", "short"), ("10.00", "10.01"), ("lose", "win"), ("win", "lose")):
        if old in text:
            assert report(settled(_record(EVERY[0]))) != text.replace(old, new, 1)


def _record(playthrough: Playthrough) -> dict[str, object]:
    table = play(playthrough)
    record: dict[str, object] = json.loads(
        json.dumps(round_record(table.terms, table.play, table.meters))
    )
    return record


def test_a_command_that_is_not_permitted_stops_a_playthrough(tmp_path: Path) -> None:
    path = tmp_path / "planted.txt"
    head = "rulebook mbs-let-it-ride-v3\nshows lose\ntable 7 positions\n"
    for line in ("turn", "refused seat 1  $ 10.00", "seat 1  ante 10.00", "sing"):
        path.write_text(f"{head}{line}\n----\n")
        with pytest.raises(Exception, match=r"rule|refused|know"):
            play(read(path))
