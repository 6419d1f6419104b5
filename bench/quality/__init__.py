"""How well the scanner judges: injected defects, neutral changes, good pages."""
