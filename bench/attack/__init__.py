"""`make attack`: what others notice while one document after another tries to stop the service."""
