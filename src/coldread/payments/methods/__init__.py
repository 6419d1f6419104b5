"""The ways in which a call can be paid, one file each. The payment libraries are imported here and nowhere else."""
