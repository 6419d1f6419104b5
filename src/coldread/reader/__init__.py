"""What a model reads of a page, and what may be repeated of what it says."""
