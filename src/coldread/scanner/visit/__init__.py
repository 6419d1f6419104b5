"""A visit to a page: its source, what is beside it, and both windows of a browser."""
