"""How agents discover the service: catalogues, cards, maps and rules at the addresses where agents look."""
