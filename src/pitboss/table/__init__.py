"""A table at work: opened, dealt, interrupted, put right and closed, by the right people.

Pure, like the round it holds: a command becomes events or a refusal, and events move the table
on. Everything from outside (the time, the cards, the seeds' commitments, who it is that asks)
comes in with the command. The table has parts that know little of each other: `people`, the
`equipment`, the `chips`, and the `irregularities` that stop it; each has its commands, events,
state and decisions.
"""
