"""Players who come in by themselves: their purses, their sittings, and the limits they set."""
