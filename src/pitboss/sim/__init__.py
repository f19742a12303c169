"""The simulator: rounds by the billion, each the same wherever and in whatever order it is dealt.

Round `number` of a seed is a function of the two. Kernels deal, decide and say which *cell* each
hand fell into; what a cell pays is taken from settlement itself, and counts of cells are whole
numbers that add up in any order. So the results depend neither on chunks nor on workers. A game
without kernels is settled round by round, to the same end.
"""
