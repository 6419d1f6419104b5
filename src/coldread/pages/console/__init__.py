"""The operator's side: everything that a person does to orders, without the API."""
