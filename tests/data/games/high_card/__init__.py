"""A small game of the tests' own."""
