"""The cold-read itself: a specification and a diff, drafted automatically, finished by a person."""
