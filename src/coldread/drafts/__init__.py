"""The cold-read itself: a specification and a diff, drafted by rules, edited by a person."""
