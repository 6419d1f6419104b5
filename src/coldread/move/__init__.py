"""Moving house: everything of one database into another, of the other kind as a rule; checked, and resumed where it broke off."""
