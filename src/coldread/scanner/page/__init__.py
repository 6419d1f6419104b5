"""What was seen of a page, frozen, and what follows from it by reading alone."""
