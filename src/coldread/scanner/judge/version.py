"""The version of the rubric. Every answer has it, and scans are stored under it. This module imports no check.

It rises when the score is computed differently (weights, questions, caps), since scores are not comparable then. A new
check, new texts or a new rule of a check do not raise it.
"""

RUBRIC_VERSION = "3.0"
