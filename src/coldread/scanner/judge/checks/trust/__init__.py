"""Why should a stranger believe it?"""
