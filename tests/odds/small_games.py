"""Small games that are not built in: one card against a dealer's two."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from pitboss.round.game import (
    Deal,
    Decide,
    Expose,
    Game,
    Settle,
    Show,
    Sight,
    TakeWagers,
    What,
    stay_in,
)
from pitboss.round.settlement import Line, Outcome, Showdown
from pitboss.rulebook.load import rulebook_of
from pitboss.rulebook.model import Rulebook

_RULEBOOK = """
id = "{id}"
title = "{title}"
authority = "The house"
edition = "Version 1"
effective = "2026-01-01"
currency = "USD"
source = "{id}.txt"
game = "{game}"
family = "own"
{cards}
[table]
hands_per_player = "one"
shared_areas = false
may_decline = false
may_end_without = "nothing"
capped = false
roles = ["Dealer", "Pit Manager"]

[procedure]
open = "1"
chips = "1"
close = "1"
short = "1"
view = "1"
show = "1"
settle = "1"
end = "1"
{procedure}
[layouts.A]
clause = "1"
least = 1
most = 7

[options]

[wagers.ante]
title = "Ante"
clause = "1"
required = true
paytable = "main"
{rest}
[irregularities.uncovered]
title = "Irregularity that no rule covers"
clause = "1"
until = "any_time"
reported_by = "Dealer"
ruled_by = "Pit Manager"

[rules]
"1" = ["general", "All of it."]
"""

# --- Mississippi Stud -----------------------------------------------------------------------------

STREETS = ("third", "fourth", "fifth")
_STREET = """
[wagers.{street}]
title = "{street} street"
clause = "1"
follows = "ante"
decision = "{street}"
times = {{raise_1 = 1, raise_2 = 2, raise_3 = 3}}
paytable = "main"

[decisions.{street}]
title = "raise or fold"
clause = "1"
choices = ["raise_1", "raise_2", "raise_3", "fold"]
asked_of = ["ante"]
ends = ["fold"]
"""
MISSISSIPPI_TOML = _RULEBOOK.format(
    id="my-mississippi-stud",
    title="Mississippi Stud",
    game="mississippi_stud",
    cards="[cards]\nhand = 2\ncommunity = 3\ndealer = 0\n",
    procedure="".join(f'{street} = "1"\n' for street in STREETS),
    rest="".join(_STREET.format(street=street) for street in STREETS)
    + """
[dealing.manual]
title = "by hand"
clause = "1"
steps = [{ to = "seats", cards = 2 }, { to = "community", cards = 3 }]

[paytables.main]
title = "Pays"
clause = "1"
looks_at = "five"
[paytables.main.pays]
royal_flush = "500 to 1"
straight_flush = "100 to 1"
four_of_a_kind = "40 to 1"
full_house = "10 to 1"
flush = "6 to 1"
straight = "4 to 1"
three_of_a_kind = "3 to 1"
two_pairs = "2 to 1"
pair_jacks_or_better = "1 to 1"
pair_sixes_to_tens = "push"

[citations]
void = ["1"]
"ante.win" = ["1"]
"ante.lose" = ["1"]
"third.win" = ["1"]
"third.lose" = ["1"]
"fourth.win" = ["1"]
"fourth.lose" = ["1"]
"fifth.win" = ["1"]
"fifth.lose" = ["1"]
""",
)


def _settle_mississippi(showdown: Showdown) -> Iterator[tuple[int, Line]]:
    for at in showdown.live:
        for wager in at.wagers:
            if at.is_folded:
                yield at.seat, showdown.lose(at, wager, f"{wager}.lose")
            else:
                yield at.seat, showdown.settle_by_hand(at, wager, showdown.five(at))


def _street(name: str) -> tuple[Decide, Expose]:
    return Decide(name), Expose(What.COMMUNITY, 1, name)


MISSISSIPPI = Game(
    name="mississippi_stud",
    stages=(
        TakeWagers(),
        Deal(),
        *(stage for street in STREETS for stage in _street(street)),
        Show(),
        Settle(),
    ),
    settle=_settle_mississippi,
    wagers=("ante", *STREETS),
    reasons=(),
)

# --- the same with a wager on the whole hand, which folding does not lose -------------------------

_PAIRS = """[wagers.pairs]
title = "Pairs"
clause = "1"
needs = ["ante"]
paytable = "main"

[citations]
"pairs.win" = ["1"]
"pairs.lose" = ["1"]"""
WHOLE_HAND_TOML = MISSISSIPPI_TOML.replace("[citations]", _PAIRS)


def _settle_whole_hand(showdown: Showdown) -> Iterator[tuple[int, Line]]:
    for at in showdown.live:
        for wager in at.wagers:
            if at.is_folded and wager != "pairs":
                yield at.seat, showdown.lose(at, wager, f"{wager}.lose")
            else:
                yield at.seat, showdown.settle_by_hand(at, wager, showdown.five(at))


WHOLE_HAND = replace(MISSISSIPPI, settle=_settle_whole_hand, wagers=("ante", "pairs", *STREETS))

# --- one card against a dealer who shows one of two -----------------------------------------------

HIGH_CARD_TOML = _RULEBOOK.format(
    id="my-high-card",
    title="High Card",
    game="high_card",
    cards="[cards]\nhand = 1\ncommunity = 0\ndealer = 2\n",
    procedure='up = "1"\ndealer = "1"\n',
    rest="""
[wagers.raise]
title = "Raise"
clause = "1"
follows = "ante"
decision = "raise"
times = {small = 1, large = 3}
paytable = "main"

[wagers.red]
title = "Red"
clause = "1"
needs = ["ante"]
paytable = "side"

[decisions.raise]
title = "raise or fold"
clause = "1"
choices = ["small", "large", "fold"]
asked_of = ["ante"]
ends = ["fold"]

[dealing.manual]
title = "by hand"
clause = "1"
steps = [{ to = "seats", cards = 1 }, { to = "dealer", cards = 2 }]

[paytables.main]
title = "Pays"
clause = "1"
looks_at = "wager"
[paytables.main.pays]
ante = "1 to 1"
raise = "3 to 2"

[paytables.side]
title = "A pair with the dealer's first card"
clause = "1"
looks_at = "wager"
[paytables.side.pays]
red = "12 to 1"

[citations]
void = ["1"]
"ante.win" = ["1"]
"ante.lose" = ["1"]
"raise.win" = ["1"]
"raise.lose" = ["1"]
"red.win" = ["1"]
"red.lose" = ["1"]
""",
)


def _settle_high_card(showdown: Showdown) -> Iterator[tuple[int, Line]]:
    """The higher rank wins; red is paid when the card pairs the one the dealer shows."""
    dealer = showdown.play.dealer
    highest = max(card.rank for card in dealer)
    for at in showdown.live:
        own = at.cards[0].rank
        for wager in ("ante", "raise"):
            if wager not in at.wagers:
                continue
            if at.is_folded or own < highest:
                yield at.seat, showdown.lose(at, wager, f"{wager}.lose")
            elif own > highest:
                row = showdown.terms.table(wager).named(wager)
                yield at.seat, showdown.win(at, wager, row, f"{wager}.win")
            else:
                yield at.seat, showdown.give_back(at, wager, Outcome.STAND_OFF, f"{wager}.win")
        if "red" in at.wagers:
            if own == dealer[0].rank and not at.is_folded:
                row = showdown.terms.table("red").named("red")
                yield at.seat, showdown.win(at, "red", row, "red.win")
            else:
                yield at.seat, showdown.lose(at, "red", "red.lose")


def raise_what_beats_the_card_shown(sight: Sight) -> str:
    """Raise when the card is higher than the one the dealer shows."""
    return "large" if sight.own[0].rank > sight.dealer[0].rank else "fold"


HIGH_CARD = Game(
    name="high_card",
    stages=(
        TakeWagers(),
        Deal(),
        Expose(What.DEALER, 1, "up"),
        Decide("raise"),
        Expose(What.DEALER, 1, "dealer"),
        Show(),
        Settle(),
    ),
    settle=_settle_high_card,
    strategy=raise_what_beats_the_card_shown,
    wagers=("ante", "raise", "red"),
    reasons=(),
)

# --- the same, with nothing shown and one raise ---------------------------------------------------

BLIND_CARD_TOML = (
    HIGH_CARD_TOML.replace("my-high-card", "my-blind-card")
    .replace('game = "high_card"', 'game = "blind_card"')
    .replace("small = 1, large = 3", "large = 3")
    .replace('"small", "large"', '"large"')
)
BLIND_CARD = replace(
    HIGH_CARD,
    name="blind_card",
    stages=(
        TakeWagers(),
        Deal(),
        Decide("raise"),
        Expose(What.DEALER, 1, "up"),
        Expose(What.DEALER, 1, "dealer"),
        Show(),
        Settle(),
    ),
    strategy=stay_in,
)


def small_rules(text: str) -> Rulebook:
    """The rulebook that a text is."""
    return rulebook_of(tomllib.loads(text), source="small")


def small_file(folder: Path, game: str, text: str) -> Path:
    """The rulebook file in a folder of its own, beside the code of a game of this module."""
    folder.mkdir(parents=True)
    name = tomllib.loads(text)["game"]
    (folder / "play.py").write_text(
        f"""
from dataclasses import replace
from tests.odds.small_games import {game}

GAME = replace({game}, name="{name}")
""",
        encoding="utf-8",
    )
    file = folder / f"{name}.toml"
    file.write_text(text, encoding="utf-8")
    return file
