"""Makes the word lists that spelling is judged by."""
