"""How calls are paid, without a chain."""
