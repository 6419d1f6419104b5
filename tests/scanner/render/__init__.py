"""Pages in a real browser: what is measured, what cannot get out, and what cannot break it."""
