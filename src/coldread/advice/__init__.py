"""Quick-fix and audit: advice from words, and from a page that was scanned lately; no page is fetched."""
