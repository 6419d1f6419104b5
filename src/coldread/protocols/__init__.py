"""Agents' own tongues, A2A and MCP: translators that call our own routes, so that every rule holds alike."""
