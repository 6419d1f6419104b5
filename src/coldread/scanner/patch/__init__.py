"""The mender: turns findings into edits of the page's source, proves each one again, and writes unified diffs."""
