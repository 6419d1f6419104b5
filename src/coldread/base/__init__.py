"""What every floor stands on: settings, database, clock, ids, money, links, problems, log, texts."""
