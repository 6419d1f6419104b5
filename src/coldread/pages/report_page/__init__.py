"""A scan's report as a page: made once, stored, with its pictures."""
