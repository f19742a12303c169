"""The people at a table: seats, admission and turns."""
