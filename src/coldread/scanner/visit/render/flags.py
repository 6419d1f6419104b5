"""Chromium's command line: each flag with the hole it closes or the cost it saves."""

from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True, kw_only=True)
class Flag:
    text: str
    why: str


def flag(text: str, why: str) -> Flag:
    return Flag(text=text, why=why)


#: nothing listens there: requests of no scan (the browser's own calls home) end at it
NOWHERE = "http://127.0.0.1:9"

#: without them a page reached loopback by image, frame, fetch, beacon, WebSocket and UDP (tried on 2026-11-15)
GUARDS = (
    flag(f"--proxy-server={NOWHERE}", "what no scan's own proxy carries goes nowhere"),
    flag(
        "--proxy-bypass-list=<-loopback>",
        "Chromium goes around proxies for loopback and 169.254/16 unless told",
    ),
    flag("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1", "the browser itself looks no name up"),
    flag("--webrtc-ip-handling-policy=disable_non_proxied_udp", "WebRTC would send UDP past the proxy"),
    flag(
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
        "the same for headless_shell, which reads only this",
    ),
    flag("--disable-quic", "HTTP/3 and WebTransport are UDP"),
    flag("--dns-prefetch-disable", "a name is a message too"),
)

#: Chromium uses only the last `--disable-features`, so this list includes what Playwright 1.65 turns off
FEATURES_OFF = (
    # Playwright's, for pages that behave the same every time and a browser that does not call home
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
    # ours: the address bar's own pages took 1.4 CPU seconds a scan, in an invisible window
    "WebUIOmniboxAimPopup",
    "WebUIOmniboxFullPopup",
    "WebUIOmniboxPopup",
    # tabs started in advance, which no scan uses
    "SpareRendererForSitePerProcess",
    # one process for each window; windows of different scans never share one, and a scan has no secrets from its page
    "IsolateOrigins",
    "site-per-process",
)

THRIFT = (
    flag(f"--disable-features={','.join(FEATURES_OFF)}", "two CPU seconds a scan (4.3 → 2.4 on 2026-11-15)"),
    flag("--disable-site-isolation-trials", "the same"),
    flag("--js-flags=--max-old-space-size=256", "a script that eats memory ends its own tab at 256 MB"),
    flag("--disable-gpu", "there is none"),
    flag(
        "--block-new-web-contents",
        "a page that opens windows without end gets none: what it asks for is counted, not made",
    ),
    flag("--renderer-process-limit=8", "a page that opens frames without end shares processes"),
)


def arguments(rows: tuple[Flag, ...]) -> list[str]:
    return [row.text for row in rows]
