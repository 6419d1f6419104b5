"""How an order is told to the outside: the polled answer, V1, stages, dry runs."""
