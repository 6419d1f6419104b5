"""Reading the surroundings of a page, for a model."""
