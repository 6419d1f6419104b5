"""The first screen as the draft proposes it: which version, how it is drawn, and its picture."""
