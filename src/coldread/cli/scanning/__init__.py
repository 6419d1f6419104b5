"""The parts of `coldread scan`: whom to visit, how to look, what to leave out, what to say."""
