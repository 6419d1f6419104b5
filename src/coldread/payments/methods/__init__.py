"""The payment methods, one file each. Only these files import the payment libraries."""
