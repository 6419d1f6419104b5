"""Letters: written in the transaction of their cause, sent later, at most one row each."""
