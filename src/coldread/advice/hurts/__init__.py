"""What hurts, by classes, and what helps first; from words alone."""
