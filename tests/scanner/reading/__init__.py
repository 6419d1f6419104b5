"""The reading: what a careful stranger understands."""
