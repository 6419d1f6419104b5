"""A person's data in all packages: found, exported, erased, and deleted in time."""
