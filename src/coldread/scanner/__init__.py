"""Scans a landing page and says, with evidence, what keeps it from its goal."""
