"""Figures, not tests: how fast things are, as ratios taken in one run."""
