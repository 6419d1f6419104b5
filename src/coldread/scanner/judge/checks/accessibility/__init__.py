"""Can everybody use it? axe-core answers."""
