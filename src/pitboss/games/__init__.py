"""The ways of playing, one small module each, and the rulebooks that are played by them."""

from __future__ import annotations

from types import MappingProxyType

from pitboss.games import holdem_bonus, let_it_ride, three_card
from pitboss.round.stages import Game

GAMES: MappingProxyType[str, Game] = MappingProxyType(
    {game.name: game for game in (let_it_ride.GAME, three_card.GAME, holdem_bonus.GAME)}
)
