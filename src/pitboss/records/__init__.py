"""The JSON contracts: rounds in, settlements out."""
