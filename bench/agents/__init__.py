"""Other people's judges of how ready a site is for agents, run against our own service on loopback."""
