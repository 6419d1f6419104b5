"""The parts of `coldread compare`: the two sides, and the report about them."""
