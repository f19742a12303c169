"""What an intruder tries against a floor that is served, and what stands against it."""
