"""The progressive jackpot: what a link's levels pay, and the link itself.

Pure: commands become events (`decide`), events make the link (`link.evolve`), tables put what they
contribute into inboxes (`inbox`), and `recount` works everything out again from raw rounds.
"""
