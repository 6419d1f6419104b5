"""What kind of business a page is for, what its visitors look for, and what the order wants them to do."""
