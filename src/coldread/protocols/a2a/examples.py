"""Messages as clients send them, for the interface description and the documents."""

from __future__ import annotations

from typing import Any

SEND: dict[str, Any] = {
    "message": {
        "messageId": "5f0c2a53-6f0e-4f0f-9d1e-0f6f2c1b7a11",
        "role": "ROLE_USER",
        "content": [
            {
                "data": {
                    "data": {
                        "skill": "cold-read-request",
                        "url": "https://example.com/",
                        "goal": "More booked calls",
                        "audience": "Owners of small bakeries",
                        "contact_email": "anna@example.com",
                    }
                }
            }
        ],
    }
}
