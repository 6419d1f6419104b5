"""Tests of the parts of `coldread scan`."""
