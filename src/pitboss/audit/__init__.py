"""The audit: replays what was written and checks it, knowing nothing of who wrote it.

It shares the pure functions with the use cases and nothing else. Each check is one module with one
entry; every finding is listed, each with its place and its rule.
"""
