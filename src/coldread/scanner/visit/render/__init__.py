"""Renders a page in a real browser: one warm Chromium, two windows at a time, everything with a deadline."""
