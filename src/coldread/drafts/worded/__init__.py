"""The owner's part of a draft in a model's words: made of the same facts, held against them, and left to the rules where it fails."""
