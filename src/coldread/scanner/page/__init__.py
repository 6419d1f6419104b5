"""What was seen of a page, frozen, and what can be derived from it without the network."""
