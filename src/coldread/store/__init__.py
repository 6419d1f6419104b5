"""Files by key: made for an order, and readable for a year."""
