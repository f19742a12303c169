"""The rounds of a table: calling for bets, the seeds behind the cards, and the round itself."""
