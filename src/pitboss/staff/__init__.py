"""The people of a casino floor: who they are, where they belong, and what each may do."""
