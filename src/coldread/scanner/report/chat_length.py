"""How long a chat summary is, and how many points it names: for those who make one and those who change it later."""

SHORTEST, LONGEST = 350, 600
TOP = 3
