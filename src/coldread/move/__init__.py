"""`coldread move`: what it would take, the move itself, and taking an unfinished one back."""
