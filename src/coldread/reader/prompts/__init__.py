"""Instructions for the model, one file for each version: a file that was used is never changed."""
