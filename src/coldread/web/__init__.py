"""What the surfaces share: the table of endpoints, answers and problems, the envelope around every request."""
