"""Instructions for the model, one file a version: a file that was used is never changed."""
