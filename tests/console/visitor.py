"""An operator with a browser's manners and no browser: cookies, Origin, forms read from the pages themselves."""

from __future__ import annotations

from typing import Any

import httpx
from argon2 import PasswordHasher
from selectolax.lexbor import LexborHTMLParser as HTMLParser

from coldread.operators import register
from tests.harness.service import BASE_URL, Service

PASSWORD = "correct horse battery"
HASH = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1).hash(PASSWORD)


class Visitor:
    """One browser; `see` follows redirects, `send` fills in a form of the last page."""

    def __init__(self, service: Service, name: str = "berit", *, lang: str = "en") -> None:
        self.service = service
        self.name = name
        self.lang = lang
        self.cookies = httpx.Cookies()
        self.page = HTMLParser("")
        if service.read(register.find_operator, name) is None:
            service.write(register.add_operator, name, HASH, None)

    def ask(self, method: str, path: str, **kwargs: Any) -> httpx.Response:
        headers = {
            "Origin": BASE_URL,
            "Accept": "text/html",
            "Accept-Language": self.lang,
            **kwargs.pop("headers", {}),
        }
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if cookie:
            headers["Cookie"] = cookie
        answer: httpx.Response = self.service.run(
            self.service.request(method, path, headers=headers, **kwargs)
        )
        for name, value in answer.cookies.items():
            self.cookies.set(name, value)
        if "max-age=0" in answer.headers.get("set-cookie", "").lower():
            self.cookies.clear()
        return answer

    def see(self, path: str, status: int = 200) -> str:
        answer = self.ask("GET", path)
        while answer.is_redirect:
            answer = self.ask("GET", answer.headers["location"])
        assert answer.status_code == status, answer.text[:500]
        self.page = HTMLParser(answer.text)
        return self.text

    @property
    def text(self) -> str:
        main = self.page.css_first("main")
        assert main is not None
        return " ".join(main.text().split())

    def fields(self, action: str) -> dict[str, str]:
        """What a form of this page holds before anybody types."""
        form = next(
            form for form in self.page.css("form") if str(form.attributes.get("action", "")).endswith(action)
        )
        found = {}
        for field in form.css("input, textarea, select"):
            name, kind = field.attributes.get("name"), field.attributes.get("type")
            if not name or kind == "checkbox":
                continue
            if field.tag == "select":
                chosen = field.css_first("option[selected]") or field.css_first("option")
                found[name] = (chosen.attributes.get("value") or "") if chosen else ""
            elif field.tag == "textarea":
                found[name] = field.text()
            else:
                found[name] = field.attributes.get("value") or ""
        return found

    def send(self, action: str, status: int = 200, **typed: str) -> str:
        """Send the form whose address ends like this, with these fields typed in; the page that comes of it."""
        form = next(
            form for form in self.page.css("form") if str(form.attributes.get("action", "")).endswith(action)
        )
        answer = self.ask("POST", str(form.attributes["action"]), data={**self.fields(action), **typed})
        if answer.is_redirect:
            assert answer.status_code == 303
            return self.see(answer.headers["location"], status)
        assert answer.status_code == status, answer.text[:800]
        self.page = HTMLParser(answer.text)
        return self.text

    def sign_in(self) -> Visitor:
        self.see("/console")
        self.send("/console/login", name=self.name, password=PASSWORD)
        assert self.page.css_first("nav.views") is not None
        return self
