"""What was ordered and where it stands."""
