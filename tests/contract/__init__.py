"""The published contract, proved line by line from outside; numbers in docstrings are lines of the contract's checklist."""
