"""What stands between the service and too much: keys, limits, counters, idempotency."""
