"""Quick-fix and audit: advice on text that the caller sends; no page is fetched."""
