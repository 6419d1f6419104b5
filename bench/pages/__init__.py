"""What Lighthouse says of our own pages."""
