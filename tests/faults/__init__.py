"""Faults on purpose: processes are killed under load, and a checker walks what is left."""
