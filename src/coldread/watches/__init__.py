"""Watched pages: looked at every day or week, and their owner is told what changed."""
