"""One file per check, grouped by dimension: its facts and texts (META) beside its judgement (check)."""
