"""The parts of `coldread scan`: what to visit, how to scan, what to ignore, what to print."""
