"""What a model is shown of a page, and which of its words may be repeated."""
