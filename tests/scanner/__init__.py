"""The scanner: eyes, judgement and words."""
