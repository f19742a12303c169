"""Opening a table under its rulebook, and closing it."""
