"""The operator's side."""
