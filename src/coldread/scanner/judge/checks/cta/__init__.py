"""Is there one clear thing to do, and does it serve the goal?"""
