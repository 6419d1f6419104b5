"""Reading what stands around a page, for a model."""
