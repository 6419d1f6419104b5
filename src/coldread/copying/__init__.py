"""Copying everything of one database into another, of either kind: verified, and resumed after an interruption.

`move` and `backup` both use it, and neither of them imports the other."""
