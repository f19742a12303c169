"""The chips of a table: exchanged, staked, counted, held as prizes, and corrected."""
