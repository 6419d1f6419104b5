"""The two databases behind `base.db`: SQLite and PostgreSQL, their fast paths, and waiting for a row to change."""
