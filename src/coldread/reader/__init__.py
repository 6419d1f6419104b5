"""What a model gets to read of a page, and which of its words may be repeated."""
