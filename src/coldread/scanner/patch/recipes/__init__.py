"""Repairs of findings: small functions from what was seen to changes, one file for each kind of change."""
