"""The people at a table: who sits where, who was told what, who may not go on."""
