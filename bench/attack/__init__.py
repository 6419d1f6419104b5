"""`make attack`: what other clients notice while one document after another tries to stop the service."""
