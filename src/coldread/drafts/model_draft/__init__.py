"""A model's draft: what it is told, what it is asked for, and what of its answer may be shown."""
