"""Is it written so that people read it, in their language and about them?"""
