"""Append-only streams, and where they are kept."""
