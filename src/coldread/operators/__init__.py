"""The console's operators: accounts, signing in, sessions."""
