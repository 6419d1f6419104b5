"""Words proposed from the page's own facts."""
