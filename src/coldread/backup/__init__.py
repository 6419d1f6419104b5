"""A backup is one file: the database as it stood at one moment, deliverables, generated secrets, a list of it all."""
