"""The rules of every order: which moves are possible, until when, and what an order is. Pure."""
