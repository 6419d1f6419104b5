"""What a page must hold to be used by everybody: nothing cut, nothing over the edge, nothing moving, all reached by Tab."""

from __future__ import annotations

from playwright.sync_api import Page

#: an element whose text is cut: it hides what runs over, and something does
CUT = """() => [...document.querySelectorAll('main *')].filter(e => {
  const style = getComputedStyle(e);
  return ['hidden', 'clip'].includes(style.overflowX) && e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 1
    && e.textContent.trim() && !e.closest('.visually-hidden, svg');
}).map(e => e.tagName + '.' + e.className)"""
#: what reaches over the window's edge
OVER = """() => [...document.querySelectorAll('main *')]
  .filter(e => e.getBoundingClientRect().right > innerWidth && getComputedStyle(e).position !== 'absolute')
  .map(e => e.tagName + '.' + e.className + ' ' + e.textContent.trim().slice(0, 30))"""
MOVES = """() => [...document.querySelectorAll('*')].filter(e => {
  const style = getComputedStyle(e);
  const long = value => value.split(',').some(part => parseFloat(part) > 0.01);
  return (style.animationName !== 'none' && long(style.animationDuration)) || long(style.transitionDuration);
}).map(e => e.tagName + '.' + e.className)"""


def tab_to(window: Page, selector: str) -> None:
    """By Tab alone; every stop on the way can be seen."""
    for _ in range(80):
        window.keyboard.press("Tab")
        if window.evaluate("s => document.activeElement.matches(s)", selector):
            shown = window.evaluate(
                "() => { const s = getComputedStyle(document.activeElement);"
                " return s.outlineStyle !== 'none' || s.boxShadow !== 'none' }"
            )
            assert shown, f"nobody sees that {selector} has the focus"
            return
    raise AssertionError(f"{selector} cannot be reached by Tab")
