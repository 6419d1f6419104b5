"""Watched pages."""
