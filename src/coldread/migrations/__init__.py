"""The database schema and how it came about; one file a step, never edited once released."""
