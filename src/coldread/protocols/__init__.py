"""The protocols of agents, A2A and MCP. They translate calls to our own routes, so that the same rules apply."""
