"""The five questions about a page, answered from its reading."""
