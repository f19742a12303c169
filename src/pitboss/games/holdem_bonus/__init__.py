"""Hold'em Bonus: ante, flop, turn and river against the dealer, bonus on the hole cards."""
