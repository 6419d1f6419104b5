"""A model's draft: its material, what it is asked for, and which parts of its answer may be shown."""
