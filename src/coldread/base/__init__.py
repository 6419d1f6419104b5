"""The base layer, used by all others: settings, database, clock, ids, money, links, problems, log, texts."""
