"""What the service says to people: how a text is kept, found and checked in every language, and the base's own."""
