"""Model Context Protocol at `/mcp`: ten tools, orders and scans as resources, and prompts that lead through both."""
