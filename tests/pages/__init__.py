"""Pages for buyers and readers: used as a person uses them."""
