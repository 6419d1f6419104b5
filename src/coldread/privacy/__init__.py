"""A person's data over all rooms: found, handed out, erased, and forgotten in time."""
