"""A backup is one file: the database at one moment, deliverables, generated secrets, and a list of everything."""
