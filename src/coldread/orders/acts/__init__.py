"""What changes an order: placing, moving, answering, withdrawing, scanning again."""
