"""The model reader: blocks, material, what is kept, how it is stored and shown."""
