"""Durable work: deferred in the transaction of the step that causes it, done later, retried, never lost."""
