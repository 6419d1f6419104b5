"""Quick-fix where the page has been scanned lately: what stands at the element, and what the scan found there."""
