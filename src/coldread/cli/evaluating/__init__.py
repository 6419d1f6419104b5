"""Holds engines against readers: `coldread eval`, and the tools of `bench/judgement`."""
