"""One way to play a round in every test: lines that a dealer could read.

>>> table = play("mbs-let-it-ride-v3", '''
...     table 7 positions  unit 5.00
...     seat 1  base 10.00  progressive 5.00
...     no more bets
...     refused 3.6 "This deal takes 5.": deal Td Th
...     deal 1: Td Th 4s; community: 9c 2d
...     refused 3.8 "seat 1 may ride": turn
...     seat 1  ride
...     turn
...     play on 1: withdraw
...     settle jackpot 50000.00 reset 10000.00
...     seat 1  1  win 10.00  back 10.00  1 to 1  [3.18 4.1.1]
...     seat 1  2  withdrawn  back 10.00
...     seat 1  net 15.00
... ''')
>>> table.play.is_settled
True

What the lines may say stands in tests/README.md. `play` plays on a bare round, `play_at_table` on a
table at work, and `play_in_house` on a store, through `House.give`. A bare round that is settled is
exported as a round record, which has to settle to the same cents here and by the judge.
"""

from __future__ import annotations

from tests.script.house import HouseScript, play_in_house
from tests.script.lines import Script, player, staff
from tests.script.record import RecordScript
from tests.script.round import RoundScript, play
from tests.script.table import TableScript, play_at_table

__all__ = [
    "HouseScript",
    "RecordScript",
    "RoundScript",
    "Script",
    "TableScript",
    "play",
    "play_at_table",
    "play_in_house",
    "player",
    "staff",
]
