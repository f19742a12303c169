"""Irregularities: one module for each family, `reports` for what is stored, `catalogue` for all."""
