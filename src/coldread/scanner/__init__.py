"""Looks at a landing page and says, with evidence, what stands between it and its goal."""
