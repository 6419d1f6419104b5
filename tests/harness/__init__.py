"""What tests stand on: the service in this process or in others, and the databases behind it."""
