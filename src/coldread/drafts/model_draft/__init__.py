"""A model's draft: its material, what it is asked for, and what of its answer may be shown."""
