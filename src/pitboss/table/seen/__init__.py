"""What leaves the table for a screen, piece by piece; `view` puts it together."""
