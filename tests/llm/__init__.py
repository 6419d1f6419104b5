"""Tests of the room `llm`."""
