"""The actions that change an order: place, advance, answer, withdraw, rescan."""
