"""HTML for people: rendered here, no script needed."""
