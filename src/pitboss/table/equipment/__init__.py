"""Cards and devices of a table: one module for each topic, and `procedure`, which joins them."""
