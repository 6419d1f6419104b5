"""Watched pages: scanned every day or week; their owner gets a letter about changes."""
