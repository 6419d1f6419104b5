"""What the rules say, one file per language."""
