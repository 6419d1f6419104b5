"""Graders of other people for how ready a site is for agents, run against our service on loopback."""
