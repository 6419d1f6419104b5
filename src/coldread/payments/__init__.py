"""Money: what things cost and how they are paid."""
