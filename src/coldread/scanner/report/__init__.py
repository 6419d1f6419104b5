"""Puts a judgement into words: a report to read, a summary to paste, shapes for programs."""
