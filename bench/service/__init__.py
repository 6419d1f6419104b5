"""What a poll and an order cost, beside others that do the same work, and how the cost grows."""
