"""Pairs of the same page with and without an instruction to the model that reads it."""
