"""Lighthouse's scores of our own pages."""
