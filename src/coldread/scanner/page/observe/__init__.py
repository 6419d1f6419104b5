"""Turns what a browser or a fetch brought back into something that checks can read."""
