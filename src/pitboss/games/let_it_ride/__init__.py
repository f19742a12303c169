"""Let It Ride: three equal bets, two of which may be taken back; bonus wagers beside them."""
