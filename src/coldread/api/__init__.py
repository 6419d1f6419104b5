"""HTTP and JSON: one file a resource, its models on top, its handlers below; no business rule lives here."""
