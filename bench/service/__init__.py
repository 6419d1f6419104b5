"""What a poll and an order cost, compared with other servers that do the same work, and how the cost grows."""
