"""`coldread move`: its plan, the move itself, and abandoning an unfinished one."""
