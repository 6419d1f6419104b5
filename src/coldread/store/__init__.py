"""Files by key: what was made for an order and is read for a year."""
