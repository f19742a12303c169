"""What lies on and under a table: decks, shufflers, shoes, and the steps that ready them."""
