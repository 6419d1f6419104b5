"""How well quick-fix understands owners whom nobody wrote the rules for."""
