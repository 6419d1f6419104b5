"""Exact text or markup for findings that no patch could be made for; one file for each kind of cure."""
