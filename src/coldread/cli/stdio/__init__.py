"""MCP over standard input and output: a server that a host starts on its own machine."""
