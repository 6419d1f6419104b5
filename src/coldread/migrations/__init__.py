"""The database schema and its steps: one file for each step, never edited once released."""
