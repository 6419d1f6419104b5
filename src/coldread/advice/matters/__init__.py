"""What owners talk about, matter by matter: what usually helps with it, worded so that it fits whatever else is so."""
