"""Agent2Agent: an order, a scan and a question as tasks, in the words of 0.3 and 1.0."""
