"""The version of the rubric: it stands in every answer, and a scan is kept under it. Read by whoever judges nothing, too."""

RUBRIC_VERSION = "2.0"
