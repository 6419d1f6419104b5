"""How good quick-fix and audit answers are for owners that no rule was written for."""
