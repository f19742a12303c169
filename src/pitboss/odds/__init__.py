"""Exact odds: what every wager is worth, and how best to play it."""
