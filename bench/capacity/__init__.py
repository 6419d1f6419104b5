"""What one core serves, and where N API processes, M workers and one PostgreSQL break first as the load grows."""
