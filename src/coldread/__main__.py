"""`python -m coldread` is the command line."""

from coldread.cli.main import main

main()
