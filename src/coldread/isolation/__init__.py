"""Work on outsiders' content in separate processes, which are killed when they exceed their limits. Knows nothing about
pages."""
