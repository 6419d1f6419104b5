"""Webhooks and A2A push: where an order's changes are sent, what is sent, and its delivery."""
