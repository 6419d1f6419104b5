"""From answers and findings to points: the weights, the score, and how likely an expert would list a finding."""
