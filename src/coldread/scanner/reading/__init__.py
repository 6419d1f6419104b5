"""What a careful stranger understood of a page: between what was seen and what is judged."""
