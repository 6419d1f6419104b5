"""Benchmarks: what is measured, how, and the last figures."""
