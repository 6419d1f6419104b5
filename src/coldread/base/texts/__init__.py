"""What the service says to people, in English and Swedish: one TOML file a language, the same keys in both."""
