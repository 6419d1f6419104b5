"""Letters: written in the transaction of their cause, sent later, each at most one row."""
