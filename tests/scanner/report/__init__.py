"""Tests of the shapes that a report takes for programs and for the eye."""
