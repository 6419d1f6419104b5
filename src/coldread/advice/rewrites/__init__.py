"""What to put in the place of what was complained of: one file per kind of thing."""
