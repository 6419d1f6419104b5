"""Does the layout lead the eye, on a desk and in a hand?"""
