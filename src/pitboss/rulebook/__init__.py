"""What a rulebook may say: its model, its loader, its terms."""
