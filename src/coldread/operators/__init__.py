"""Who may use the console: operators, how they sign in, and how long that holds."""
