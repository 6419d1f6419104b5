"""Stored scans: limits, cache, the engine that looks, and comparison."""
