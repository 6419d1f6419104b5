"""Endpoints that outsiders submit for a review of how ready they are for agents."""
