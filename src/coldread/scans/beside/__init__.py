"""A page beside up to three others: the five answers, what was measured, and where they differ. No ranking."""
