"""An order's files: which exist, how they are stored and served, whether a diff applies."""
