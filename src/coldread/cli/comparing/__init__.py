"""The parts of `coldread compare`: what the two sides are, and what is said of them."""
