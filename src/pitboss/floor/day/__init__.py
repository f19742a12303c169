"""A casino day: a whole floor through the real use cases, on a clock that is not waited for."""
