"""Erasing, handing out, forgetting."""
