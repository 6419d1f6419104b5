"""Words and changes proposed from the page's own facts; used by patches, drafts and advice.

A proposal claims nothing that the page or the buyer has not written: no number, no name, no promise. If nothing is certain,
the answer is empty, and the caller says so in its own words.
"""
