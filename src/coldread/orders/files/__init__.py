"""An order's documents: which there are, how they are stored and served, whether a diff applies."""
