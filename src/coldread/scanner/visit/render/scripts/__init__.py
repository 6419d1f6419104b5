"""Scripts that read a page from inside the browser, as data."""
