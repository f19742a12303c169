"""A settlement as a playthrough prints it."""

from __future__ import annotations

from typing import Any

from tests.properties.comparing import unbalanced


def report(settlement: dict[str, Any]) -> str:
    """One line for each wager and payment, the meters, and whether the books close."""
    lines = [
        _row(f"seat {seat['seat']}", _line(line))
        for seat in settlement["seats"]
        for line in seat["lines"]
    ]
    lines += [_row(f"seat {seat['seat']}", f"net {seat['net']}") for seat in settlement["seats"]]
    lines += [
        _row(name, f"{meter['before']}  awarded {meter['awarded']}  after {meter['after']}")
        for name, meter in settlement["meters"].items()
    ]
    problems = unbalanced(settlement)
    lines.append(_row("ledger", "; ".join(problems) or "balanced"))
    return "".join(f"{line.rstrip()}\n" for line in lines)


def _row(place: str, rest: str) -> str:
    return f"{place:<11}{rest}"


def _line(line: dict[str, Any]) -> str:
    """Wager, stake, outcome, what is won and what goes back, the odds, and by which clauses."""
    won = line["winnings"] if line["winnings"] != "0.00" else ""
    back = f"back {line['returned']}" if line["returned"] != "0.00" else ""
    stake = line["stake"] if line["stake"] != "0.00" else ""
    wager = line["wager"] + (f" of seat {line['from_seat']}" if "from_seat" in line else "")
    why = " ".join((*line["rules"], *line["interpretations"]))
    text = f"{wager:<17}{stake:>8}  {line['outcome']:<10}{won:>9}  {back:<13}"
    text += f"{line.get('odds', ''):<11}{why}"
    for part in line.get("shares", ()):
        text += f"\n{'':<13}{part['player']}: won {part['winnings']}, back {part['returned']}"
    return text
