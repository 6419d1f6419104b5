"""Quick-fix and audit: advice from words alone; no page is fetched."""
