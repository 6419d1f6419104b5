"""The length of a chat summary, and how many findings it names. Used to make a summary and to change it later."""

SHORTEST, LONGEST = 350, 600
TOP = 3


def cut_at_word(text: str, room: int) -> str:
    """Cuts at the end of a word and marks the cut."""
    if len(text) <= room:
        return text
    return text[: room - 1].rsplit(" ", 1)[0].rstrip(' ,;:–—“”"') + "…"
