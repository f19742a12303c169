"""The games, one folder for each way of playing, and the rulebooks that are played by them."""
