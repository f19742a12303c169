"""The judge: a second, independent settlement of a round, used only to check the product.

Nothing here imports the product, and the product must never import this. Every figure and every
rule was typed in again from the documents, in the plainest way available, so that a mistake has
to be made twice, by two people, before the two agree on it.
"""
