"""What was paid, reserved, spent and is owed: the ledger, the budget, the refund list, and the comparison with the chain."""
