"""`pitboss settle` on JSON Lines of full seven-seat rounds, beside the cost of that JSON alone."""

from __future__ import annotations

import contextlib
import io
import json
import random
import tempfile
from pathlib import Path
from typing import Any

import pitboss
from benchmarks.harness import best_rates
from pitboss.cards import DECK
from pitboss.cli.settle import settle_file
from pitboss.games.library import Library
from pitboss.money import Money
from pitboss.rulebook.model import Rulebook

ROUNDS = 400
GOALS = {"mbs-megalink-holdem-v9": 1500, "mgc-let-it-ride": 1500}
OTHER_GOAL = 2500


def run() -> None:
    """Print rounds per CPU second of one process, and the ratio to the JSON alone."""
    print("settle: full seven-seat rounds with all wagers, JSON Lines, one process")
    for rulebook in pitboss.rulebook_ids():
        rates = _rates(rulebook)
        ratio = rates["json"] / rates["settle"]
        goal = GOALS.get(rulebook, OTHER_GOAL)
        print(
            f"  {rulebook:30} {rates['settle']:8,.0f} rounds/s (goal {goal:,}),"
            f" {ratio:4.1f} times the cost of its JSON alone"
        )


def _rates(rulebook: str) -> dict[str, float]:
    records = full_rounds(rulebook, ROUNDS)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "rounds.jsonl"
        file.write_text("\n".join(map(json.dumps, records)))
        lines = file.read_text().splitlines()
        settlements = [json.loads(line) for line in _settled(file).splitlines()]

        def settle() -> int:
            _settled(file)
            return ROUNDS

        def only_json() -> int:
            for line, settlement in zip(lines, settlements, strict=True):
                json.loads(line)
                json.dumps(settlement)
            return ROUNDS

        return best_rates({"settle": settle, "json": only_json})


def _settled(file: Path) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        status = settle_file(str(file), Library(), pretty=False)
    assert status == 0, "a benchmark round was refused"
    return out.getvalue()


SEATS = 7


def full_round(rules: Rulebook, rng: random.Random) -> dict[str, Any]:
    """One round record with seven seats and all wagers of the rulebook."""
    deck = [str(card) for card in rng.sample(DECK, len(DECK))]
    community = [deck.pop() for _ in range(rules.community_cards)]
    dealer = [deck.pop() for _ in range(rules.dealer_cards)]
    record: dict[str, Any] = {
        "format": "pitboss-round/1",
        "rulebook": rules.id,
        "table": {"positions": SEATS},
        "link": {"unit": "1.00", "meters": _meters(rng)},
        "cards": {"community": community, "dealer": dealer},
        "seats": [_seat(rules, seat, deck, rng) for seat in range(1, SEATS + 1)],
    }
    if "three_card_bonus_table" in rules.options:
        record["options"] = {"three_card_bonus_table": rng.choice("ABCDEF")}
    if rules.draws:
        record["draws"] = {
            "magic_card": str(rng.choice(DECK)),
            "lucky_seat": rng.randint(1, 7),
        }
    return record


def _meters(rng: random.Random) -> dict[str, Any]:
    return {"jackpot": {"amount": str(Money(rng.randint(10**6, 10**7))), "reset": "10000.00"}}


def _seat(rules: Rulebook, seat: int, deck: list[str], rng: random.Random) -> dict[str, Any]:
    base = rng.choice(["5.00", "10.00", "25.00", "100.00"])
    wagers = {}
    for wager in rules.wagers.values():
        if wager.follows is None:
            fixed = "1.00" if wager.units is not None or wager.stake is not None else None
            wagers[wager.id] = fixed or (base if wager.group or wager.required else "5.00")
    decisions = {}
    for decision in rules.decisions.values():
        decisions[decision.id] = rng.choice(decision.choices)
        if decisions[decision.id] in decision.ends:
            break
    return {
        "seat": seat,
        "player": f"p{seat}",
        "cards": [deck.pop() for _ in range(rules.hand_cards)],
        "wagers": wagers,
        "decisions": decisions,
    }


def full_rounds(rulebook_id: str, count: int, seed: int = 1) -> list[dict[str, Any]]:
    """Many such rounds."""
    rules = pitboss.open_rulebook(rulebook_id)
    rng = random.Random(seed)
    return [full_round(rules, rng) for _ in range(count)]
