"""A language model at arm's length: it words and ranks what was found, and nothing rests on it."""
