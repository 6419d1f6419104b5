"""Prices, and how they are paid."""
