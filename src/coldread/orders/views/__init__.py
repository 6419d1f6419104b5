"""How an order is shown to callers: the polled answer, V1, stages, dry runs."""
