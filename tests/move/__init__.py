"""Moving into the other kind of database."""
