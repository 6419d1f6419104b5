"""What the operator works with: the queue, one order whole, working copies, alarms, figures."""
