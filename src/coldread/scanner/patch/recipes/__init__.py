"""How each finding is mended: small functions from what was seen to changes, one file per kind of change."""
