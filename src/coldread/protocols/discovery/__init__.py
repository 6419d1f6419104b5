"""How a stranger's agent finds us: catalogues, cards, maps and rules at the addresses where agents look."""
