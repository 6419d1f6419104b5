"""Submitted endpoints and their review."""
