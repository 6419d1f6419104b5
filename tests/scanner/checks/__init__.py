"""Every check: what it finds, what it leaves alone, and what it cannot tell."""
