"""Orders: what was ordered, and the status of each."""
