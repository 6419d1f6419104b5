"""Sources over the network: what is a page, what is none, and what is said of it."""
