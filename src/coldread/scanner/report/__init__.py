"""Puts a judgement into words: a report to read, a summary to paste, data for programs."""
