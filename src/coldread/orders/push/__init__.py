"""Telling instead of being asked: where an order's changes are sent, what is sent, and that it arrives."""
