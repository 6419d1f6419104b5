"""Makes the word lists that tell ordinary words from others."""
