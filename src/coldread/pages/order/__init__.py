"""The pages of one order: the form, its status, paying, and what was delivered."""
