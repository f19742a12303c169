"""A floor that runs by itself: configured, opened, and driven by a clock that is passed in."""
