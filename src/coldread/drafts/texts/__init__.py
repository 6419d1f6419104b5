"""The sentences of a draft, one TOML file a language, the same keys in both."""
