"""Texts for people: how they are stored, found and checked in every language, and the base's own texts."""
