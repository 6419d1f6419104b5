"""Words and phrases as data: one file per language, one for addresses and tools that know no language."""
