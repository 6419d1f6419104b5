"""Words and changes proposed from the page's own facts: the one place that patches, drafts and advice propose from.

Nothing is claimed that the page or the buyer has not said: no number, no name, no promise. Where nothing can be said
for certain the answer is empty, and whoever asked says so in its own way.
"""
