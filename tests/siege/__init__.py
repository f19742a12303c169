"""Attacks on a running server: what must hold whatever an intruder or a fault does."""
