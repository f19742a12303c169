"""Three Card Poker: ante and play against the dealer, pair plus beside them."""
