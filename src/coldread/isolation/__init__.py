"""Work on outsiders' content, in processes of its own that are killed when it costs too much. Knows nothing of pages."""
