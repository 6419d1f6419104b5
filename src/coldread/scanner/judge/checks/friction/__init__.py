"""What makes the step to the goal harder than it needs to be: forms, menus, pop-ups."""
