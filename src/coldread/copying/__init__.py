"""Copying everything of one database into another, of either kind: checked, and resumed where it broke off.

`move` and `backup` both use it, and neither of them knows the other.
"""
