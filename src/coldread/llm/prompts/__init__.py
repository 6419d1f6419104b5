"""Instructions to the model, one file each."""
