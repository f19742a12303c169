"""The books of a table: every event that moves money is a balanced posting in double entry.

Pure: `postings` says what one event moves, a `Ledger` is the fold over them. The table keeps its
own account of the chips while it plays; the books are told apart from it, so that each can be
held against the other.
"""
