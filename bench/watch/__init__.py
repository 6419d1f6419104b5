"""Watched pages over time."""
