"""MCP over standard input and output: what a host starts on its own machine."""
