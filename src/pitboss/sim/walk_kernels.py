"""Bankrolls and meters at speed: systems solved, distributions followed, paths played.

A bankroll is a whole number of steps above ruin; `moves` are the results of a round in steps and
`chances` how likely each is. Below nothing it is ruined. A meter grows from award to award.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.kernels import kernel
from pitboss.sim.random_kernels import word_at

U64 = np.uint64


@kernel
def solve_toeplitz(down: Any, up: Any, right: Any) -> Any:
    """Solve a system whose matrix has one value along each diagonal, by Levinson's recursion.

    `down[k]` stands k below the diagonal, `up[k]` k above it; `right` has a row for each right
    hand side. Memory is a few rows, where elimination would need them all.
    """
    size = right.shape[1]
    band = down.size - 1
    forward, backward = np.zeros(size), np.zeros(size)
    found = np.zeros(right.shape)
    forward[0] = backward[0] = 1.0 / down[0]
    found[:, 0] = right[:, 0] / down[0]
    for n in range(1, size):
        off_forward = 0.0
        for k in range(1, min(n, band) + 1):
            off_forward += down[k] * forward[n - k]
        off_backward = 0.0
        for k in range(1, min(n, up.size - 1) + 1):
            off_backward += up[k] * backward[k - 1]
        scale = 1.0 / (1.0 - off_forward * off_backward)
        before = 0.0
        for i in range(n + 1):
            here = forward[i] if i < n else 0.0
            shifted = before
            before = backward[i]
            forward[i] = (here - off_forward * shifted) * scale
            backward[i] = (shifted - off_backward * here) * scale
        for row in range(right.shape[0]):
            off = 0.0
            for k in range(1, min(n, band) + 1):
                off += down[k] * found[row, n - k]
            off = right[row, n] - off
            for i in range(n + 1):
                found[row, i] += off * backward[i]
    return found


@kernel
def after_a_round(
    values: Any, moves: Any, chances: Any, below: Any, above: Any, after: Any
) -> None:
    """A value by bankroll, averaged over a round; `below` where ruined, `above` past the end."""
    size = values.size
    for place in range(size):
        whole = 0.0
        for k in range(moves.size):
            to = place + moves[k]
            if to < 0:
                whole += chances[k] * below
            elif to >= size:
                whole += chances[k] * above
            else:
                whole += chances[k] * values[to]
        after[place] = whole


@kernel
def ruined_within(rounds: Any, moves: Any, chances: Any, size: Any) -> Any:
    """The chance to be ruined within so many rounds, by bankroll; none from `size` on."""
    values, after = np.zeros(size), np.zeros(size)
    for _ in range(rounds):
        after_a_round(values, moves, chances, 1.0, 0.0, after)
        values, after = after, values
    return values


@kernel
def play_on(spread: Any, rounds: Any, moves: Any, chances: Any, ruined: Any, beyond: Any) -> Any:
    """Follow a bankroll's distribution for some rounds.

    What falls below nothing is added to `ruined`, what leaves at the top to `beyond`, round by
    round; both stay where they are.
    """
    size = spread.size
    for number in range(rounds):
        after = np.zeros(size)
        for place in range(size):
            here = spread[place]
            if here == 0.0:
                continue
            for k in range(moves.size):
                to = place + moves[k]
                if to < 0:
                    ruined[number] += here * chances[k]
                elif to >= size:
                    beyond[number] += here * chances[k]
                else:
                    after[to] += here * chances[k]
        spread = after
    return spread


@kernel
def play_paths(source: Any, ends: Any, moves: Any, limits: Any, rounds: Any, seen: Any) -> Any:
    """Play bankrolls round by round: when each was ruined, reached the goal, how far it fell.

    `ends`: where they start, and the goal (-1 for none). `limits` divides all words among the
    moves. `seen[path, n]` takes the bankroll after each `rounds` more; one that is done stays.
    """
    start, goal = ends
    results = np.zeros((3, seen.shape[0]), np.int64)
    for path in range(seen.shape[0]):
        at = start
        lowest = start
        first = path * rounds * seen.shape[1]
        for number in range(rounds * seen.shape[1]):
            if at >= 0 and (goal < 0 or at < goal):
                word = word_at(source[0], source[1], U64(first + number))
                at += moves[np.searchsorted(limits, word, side="right")]
                lowest = min(lowest, at)
                if at < 0:
                    results[0, path] = number + 1
                elif goal >= 0 and at >= goal:
                    results[1, path] = number + 1
            if (number + 1) % rounds == 0:
                seen[path, number // rounds] = at
        results[2, path] = start - lowest
    return results


# --- meters ---------------------------------------------------------------------------------------

WORDS_PER_PATH = 1 << 24
"""Counters set aside for a path: two for each award."""


@kernel
def meter_cells(
    cells: Any, reset: Any, stay: Any, kept: Any, chances: Any, upwards: Any, enough: Any
) -> Any:
    """How often awards find the meter in each cell.

    A meter grows cell by cell and stays without an award with the chance `stay` in each. What is
    left of it is rounded to a cell, up or down throughout. Taken round by round: meters untouched
    since the reset, then those of which part was taken once, and so on.
    """
    found = np.zeros(cells)
    begins = np.zeros(cells)
    begins[reset] = 1.0
    mass = 1.0
    while mass > enough:
        after = np.zeros(cells)
        alive, mass = 0.0, 0.0
        for cell in range(cells):
            alive += begins[cell]
            if alive == 0.0:
                continue
            here = alive if cell == cells - 1 else alive * (1.0 - stay)
            alive -= here
            at = min(cell + upwards, cells - 1)
            found[at] += here
            for k in range(kept.size):
                to = (at * kept[k] + 99 * upwards) // 100
                after[to] += here * chances[k]
                mass += here * chances[k]
        begins = after
    return found


@kernel
def play_links(
    source: Any, wagers: Any, log_stay: Any, meters: Any, awards: Any, seen: Any, sums: Any
) -> Any:
    """Play links from award to award; how many there were of the most eventful.

    `meters`: start, reset and growth of each level. `awards`: level and percent kept of each kind,
    and `limits` that divide all words among them. `seen[path, part]` takes the meters, `sums[path]`
    what was paid, then by kind how often, the amounts on the meter and their squares.
    """
    starts, resets, growth = meters
    level_of, kept, limits = awards
    parts, levels = seen.shape[1], seen.shape[2]
    kinds = level_of.size
    most = 0
    base = np.zeros(levels)
    for path in range(seen.shape[0]):
        counter = U64(path) * U64(WORDS_PER_PATH)
        base[:] = starts
        time, part, count = np.int64(0), 0, 0
        while True:
            word = word_at(source[0], source[1], counter)
            counter += U64(1)
            uniform = (float(word >> U64(11)) + 0.5) / 9007199254740992.0
            gap = np.floor(np.log(uniform) / log_stay) + 1.0
            until = time + np.int64(min(gap, 4.0e18))
            while part < parts and (part + 1) * wagers // parts < until:
                moment = (part + 1) * wagers // parts
                for level in range(levels):
                    seen[path, part, level] = base[level] + growth[level] * moment
                part += 1
            if until > wagers or until < 0:
                break
            time = until
            word = word_at(source[0], source[1], counter)
            counter += U64(1)
            kind = np.searchsorted(limits, word, side="right")
            level = level_of[kind]
            amount = base[level] + growth[level] * time
            left = amount * kept[kind] / 100.0 if kept[kind] else resets[level]
            sums[path, 0] += amount * (100 - kept[kind]) / 100.0
            sums[path, 1 + kind] += 1.0
            sums[path, 1 + kinds + kind] += amount
            sums[path, 1 + 2 * kinds + kind] += amount * amount
            base[level] = left - growth[level] * time
            count += 1
        most = max(most, count)
    return most
