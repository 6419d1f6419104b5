"""New words in a source that somebody sent: where texts are, whether a text fits there, and its replacement."""
