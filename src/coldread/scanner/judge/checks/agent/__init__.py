"""Can programs that act for people read the page?"""
