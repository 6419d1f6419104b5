"""Patches: turns findings into edits of the page's source, proves each edit by another judgement, and writes unified diffs."""
