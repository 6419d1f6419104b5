"""Model Context Protocol at `/mcp`: tools, orders and scans as resources, and prompts that lead through both."""
