"""`python -m coldread` is the command line."""

from coldread.cli import main

main()
