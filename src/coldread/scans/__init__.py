"""Stored scans: limits, cache, where a scan runs, and comparison."""
