"""Access to a language model. It words and ranks findings; the service works without it."""
