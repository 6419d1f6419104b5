"""The mender: every patch applies, removes its finding and brings no other."""
