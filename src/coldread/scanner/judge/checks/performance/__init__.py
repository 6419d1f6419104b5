"""Raw lab values, measured without throttling on a shared machine: reported as such, with a low weight."""
