"""Scripts that look at a page from inside the browser, as data."""
