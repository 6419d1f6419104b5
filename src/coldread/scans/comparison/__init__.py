"""Two scans of a page side by side: what changed, and which changes matter."""
