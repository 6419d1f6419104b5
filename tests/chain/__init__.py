"""Paid calls on a real chain, with the clients that payers use."""
