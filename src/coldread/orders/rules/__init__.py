"""What holds for every order: who may go where, until when, and what an order is. Pure."""
