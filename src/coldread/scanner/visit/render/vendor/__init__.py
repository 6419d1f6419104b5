"""Other people's code, unchanged, each with its licence."""
