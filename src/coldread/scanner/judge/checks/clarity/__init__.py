"""Does a stranger understand in seconds what this is and whom it is for?"""
