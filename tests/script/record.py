"""A script written down as a round record, without being played: what cannot be is refused."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from pitboss.errors import Fault, RecordRefused
from pitboss.games.library import Library, settle
from pitboss.records.rounds import read_round
from pitboss.records.settlements import settlement_record
from pitboss.rulebook.model import Rulebook
from tests.properties.comparing import Record, unbalanced
from tests.script.lines import Expectations, lines_in, pairs, places
from tests.script.round import table_line

LIBRARY = Library()


class RecordScript(Expectations):
    """A round record made from lines; `library` may hold other rulebooks than the built-in ones."""

    def __init__(
        self, rulebook: str, text: str = "", library: Mapping[str, Rulebook] = LIBRARY
    ) -> None:
        self.library = library
        self.rules = library[rulebook]
        text, said = table_line(self.rules, text)
        self.unit = said.get("unit")
        limits = {name: list(pair) for name, pair in said.get("limits", {}).items()}
        self.record: Record = {
            "format": "pitboss-round/1",
            "rulebook": rulebook,
            "options": said.get("options", {}),
            "table": {"positions": said.get("positions", 7), "limits": limits},
            "cards": {"community": [], "dealer": []},
            "draws": {},
            "seats": [],
        }
        self.expected_faults: list[tuple[str, str]] = []
        self.say(text)

    def say(self, text: str) -> None:
        """Write lines down; expectations are checked at once."""
        for line in lines_in(text):
            if self.expects(line):
                continue
            for pattern, write in _LINES:
                if match := re.fullmatch(pattern, line):
                    write(self, *match.groups())
                    break
            else:
                raise AssertionError(f"a record does not know the line: {line}")

    @property
    def settlement(self) -> Record:
        terms, play = read_round(self.record, self.library)
        settlement = settlement_record(terms.rules, settle(terms, play))
        assert not unbalanced(settlement)
        return settlement

    def refused(self) -> tuple[Fault, ...]:
        """Every problem of a record that is not a possible round."""
        try:
            read_round(self.record, self.library)
        except RecordRefused as refusal:
            return refusal.faults
        raise AssertionError("the record was taken for a possible round")

    def check(self) -> None:
        """Assert that it is refused for exactly what the script says, or settles."""
        if not self.expected_faults:
            _ = self.settlement
            return
        found = [(fault.rule or "-", str(fault)) for fault in self.refused()]
        assert len(found) == len(self.expected_faults), found
        for (rule, message), (by, whole) in zip(self.expected_faults, found, strict=True):
            assert rule == by, found
            assert message in whole, found

    def _at(self, seat: str, name: str = "") -> Record:
        for at in self.record["seats"]:
            if at["seat"] == int(seat):
                found: Record = at
                return found
        new: Record = {
            "seat": int(seat),
            "player": name or f"p{seat}",
            "cards": [],
            "wagers": {},
            "decisions": {},
        }
        self.record["seats"].append(new)
        return new

    def _seat(self, seat: str, name: str | None, rest: str) -> None:
        at = self._at(seat, name or "")
        for word, stake in pairs(rest):
            group = [w.id for w in self.rules.wagers.values() if w.group == word]
            for wager in group if word not in self.rules.wagers and group else [word]:
                at["wagers"][wager] = stake

    def _share(self, seat: str, wager: str, rest: str) -> None:
        parts = [{"player": who, "stake": stake} for who, stake in pairs(rest)]
        self._at(seat).setdefault("shares", {})[wager] = parts

    def _deal(self, rest: str) -> None:
        for place, cards in places(rest).items():
            if place.isdigit():
                self._at(place)["cards"] = cards.split()
            else:
                self.record["cards"][place] = cards.split()

    def _answers(self, rest: str) -> None:
        for seat, words in places(rest).items():
            at = self._at(seat)
            answers = words.split()
            if answers[-1:] == ["decline"]:
                at["exposed"] = False
                answers.pop()
            named = zip(self.rules.decisions, answers, strict=False)
            at["decisions"] = {name: answer for name, answer in named if answer != "-"}

    def _remove(self, seat: str, rule: str) -> None:
        self._at(seat)["removed"] = rule

    def _void(self, rule: str) -> None:
        self.record["void"] = rule

    def _draws(self, rest: str) -> None:
        drawn: dict[str, Any] = dict(pairs(rest))
        if "lucky_seat" in drawn:
            drawn["lucky_seat"] = int(drawn["lucky_seat"])
        self.record["draws"] = drawn

    def _meters(self, rest: str) -> None:
        words = iter(rest.split())
        levels = zip(words, words, words, words, strict=True)
        meters = {name: {"amount": now, "reset": reset} for name, now, _, reset in levels}
        if self.unit is not None:
            self.record["link"] = {"unit": self.unit, "meters": meters}

    def _refused(self, rule: str, message: str) -> None:
        self.expected_faults.append((rule, message))

    def _nothing(self) -> None:
        """What a record does not say."""


_LINES: list[tuple[str, Callable[..., None]]] = [
    (r"seat (\d+) +(\S+) +of +(.+)", RecordScript._share),
    (r"seat (\d+)(?: (\w+):)? +(.+)", RecordScript._seat),
    (r"no more bets|record", RecordScript._nothing),
    (r"deal ?(.*)", RecordScript._deal),
    (r"play on ?(.*)", RecordScript._answers),
    (r"remove +(\d+) +(.+)", RecordScript._remove),
    (r"void +(.+)", RecordScript._void),
    (r"draws +(.+)", RecordScript._draws),
    (r"play out ?(.*)", RecordScript._answers),
    (r"(?:meters|settle) ?(.*)", RecordScript._meters),
    (r'refused ([^"]+?) +"(.*)"', RecordScript._refused),
]
