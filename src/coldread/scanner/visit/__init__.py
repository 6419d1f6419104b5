"""A page is fetched and shown: its source, what lies beside it, and both windows of a browser."""
