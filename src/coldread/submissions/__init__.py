"""Endpoints that outsiders submit for a review of their readiness for agents."""
