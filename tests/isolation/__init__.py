"""Work in processes of its own, and what keeps it there."""
