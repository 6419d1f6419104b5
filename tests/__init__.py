"""Tests: a mirror of the source, and what only shows when everything stands together."""
