"""Meters at speed: their distribution cell by cell, and links played from hit to hit."""

from __future__ import annotations

from typing import Any

import numpy as np

from pitboss.kernels import kernel
from pitboss.sim.random_kernels import word_at

U64 = np.uint64
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
