"""HTTP and JSON: one file for each resource, with its models and handlers. No business rule is here."""
