"""What CONTRIBUTING promises: a thing is added in the places that it names, and nowhere else."""
