"""The advice: quick fixes and audits by the rules."""
