"""The changes that matter for the goal, as their owner reads them."""
