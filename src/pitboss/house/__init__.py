"""The use cases, and who may perform them."""
