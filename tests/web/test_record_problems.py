"""What is wrong with the record is told to whoever watches the server, without names or places."""

from __future__ import annotations

from pathlib import Path

from pitboss.floor.demonstration import SECRET
from pitboss.house.heads import HeadKeeper
from tests.web.served import arranged


def test_what_is_wrong_with_the_record_is_told_to_monitors_and_to_the_pit(tmp_path: Path) -> None:
    with arranged() as floor:
        anybody, pit = floor.browser(), floor.browser()
        assert pit.sign_in_staff("demo-surveillance", SECRET).status_code == 303
        watch = floor.backend.watch
        assert watch is not None
        assert anybody.get("/health").json()["record"] == []
        assert "The record is damaged" not in pit.get("/staff").text
        watch.damaged["player/ann"] = f"{tmp_path}/floor.db: player/ann: entry 3 is not"
        said, page = anybody.get("/health"), pit.get("/staff").text
    assert said.json()["record"] == [
        "The record is damaged. Places found so far: 1. Do not play on with it."
    ]
    assert "ann" not in said.text
    assert "The record is damaged" in page
    assert "<code>player/ann</code>" in page
    assert str(tmp_path) not in said.text + page


def test_heads_that_are_not_written_are_told(tmp_path: Path) -> None:
    with arranged() as floor:
        watch = floor.backend.watch
        assert watch is not None

        keeper = HeadKeeper(
            floor.store,
            [tmp_path / "away"],
            gaming_day=lambda now: f"{now:%Y-%m-%d}",
        )
        watch._heads = keeper
        keeper.write(floor.backend.clock())
        said = floor.browser().get("/health").json()["record"]
    assert said == ["Heads of the record are not written."]
