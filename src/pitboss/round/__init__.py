"""A round of play: its state, what may be done, and how it is settled."""
