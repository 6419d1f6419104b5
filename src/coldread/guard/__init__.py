"""Protection against too much use: keys, limits, counters, idempotency."""
