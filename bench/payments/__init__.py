"""Payments under random faults and kills: what `make simulate-payments` and `make bench-payments` run."""
