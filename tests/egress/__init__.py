"""The door: what it refuses, what it counts, and that nothing gets past it."""
