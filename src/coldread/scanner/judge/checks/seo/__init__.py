"""What search engines and link previews are told."""
