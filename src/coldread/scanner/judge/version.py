"""The version of the rubric: it stands in every answer, and a scan is kept under it. Read by whoever judges nothing, too.

A new check, new words or a new rule of a check leave it as it is; it goes up when the score itself is made up differently
(weights, questions, caps), since then two scores are no longer comparable.
"""

RUBRIC_VERSION = "3.0"
