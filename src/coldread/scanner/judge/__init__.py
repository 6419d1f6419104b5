"""What the rubric says about what was seen: checks, findings, scores."""
