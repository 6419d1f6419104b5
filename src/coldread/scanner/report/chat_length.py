"""How long a chat summary is, and how many points it names: for those who make one and those who change it later."""

SHORTEST, LONGEST = 350, 600
TOP = 3


def cut(text: str, room: int) -> str:
    """At a word's end, with a sign that something was left out."""
    if len(text) <= room:
        return text
    return text[: room - 1].rsplit(" ", 1)[0].rstrip(' ,;:–—“”"') + "…"
