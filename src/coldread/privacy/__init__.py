"""A person's data over all rooms: found, exported, erased, and deleted in time."""
