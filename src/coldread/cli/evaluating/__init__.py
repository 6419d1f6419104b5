"""Compares engines with readers: `coldread eval`, and the tools of `bench/judgement`."""
