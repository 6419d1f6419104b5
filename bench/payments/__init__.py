"""Money under chance and under fire: what `make simulate-payments` and `make bench-payments` run."""
