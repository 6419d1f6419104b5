"""Coldread reviews landing pages: a free scan in seconds, a human cold-read within 72 hours."""
