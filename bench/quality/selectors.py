"""Our selector matching beside cssselect2's, on the first 400 elements of each page in a folder.

    pip install cssselect2          # not a dependency of the project
    python -m bench.quality.selectors FOLDER

FOLDER holds one folder for each site, each with an `index.html`.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from coldread.scanner.page.observe.dom import read_dom
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.patch.cascade import Cascade, Steps, Uncertain, selector_matches, split_list

ELEMENTS = 400
WINDOWS = (1280, 390)
ASKED = (("color",), ("background-color", "background"))
UNPAINTED = ("head", "link", "meta", "script", "style", "title")


def tree_of(element: Element, copies: dict[int, ElementTree.Element]) -> ElementTree.Element:
    """The same tree for the library; `copies` gets each element by its number."""
    copy = ElementTree.Element(f"{{http://www.w3.org/1999/xhtml}}{element.tag}", dict(element.attrs))
    copies[element.number] = copy
    copy.extend(tree_of(child, copies) for child in element.elements)
    return copy


def compare(page: Path, library: Any, count: Counter[str], seconds: dict[str, float]) -> None:
    dom = read_dom(page.read_text("utf-8", "replace"))
    cascade = Cascade(dom)
    count["pages"] += 1
    if not cascade.rules:
        return
    count["pages with rules of their own"] += 1
    elements = [one for one in dom.elements if one.tag not in UNPAINTED][:ELEMENTS]
    for element in elements:
        for names in ASKED:
            count["values asked"] += 1
            try:
                cascade.winning_source(element, names, WINDOWS)
            except Uncertain:
                count["values that ours cannot tell"] += 1
    copies: dict[int, ElementTree.Element] = {}
    root = library.ElementWrapper.from_html_root(tree_of(dom.root, copies))
    numbers = {id(copy): number for number, copy in copies.items()}
    wrapped = {numbers[id(one.etree_element)]: one for one in root.iter_subtree()}
    selectors = {one for rule in cascade.rules for one in split_list(rule.selectors)}
    for selector in sorted(selectors):
        count["selectors"] += 1
        began = time.process_time()
        ours = [selector_matches(selector, one, Steps()) for one in elements]
        seconds["ours"] += time.process_time() - began
        try:
            compiled = library.compile_selector_list(selector)
        except library.SelectorError:
            count["selectors that the library refuses"] += 1
            continue
        began = time.process_time()
        theirs = [
            any(one.pseudo_element is None and one.test(wrapped[element.number]) for one in compiled)
            for element in elements
        ]
        seconds["library"] += time.process_time() - began
        if None in ours:
            count["selectors that ours cannot tell"] += 1
        elif ours != theirs:
            count["selectors that differ"] += 1
            print(f"{page}: {selector}: {sum(map(bool, ours))} and {sum(theirs)} elements")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    try:
        library = importlib.import_module("cssselect2")
    except ModuleNotFoundError:
        sys.exit("pip install cssselect2 first: it is compared, not used")
    sys.setrecursionlimit(10_000)
    count: Counter[str] = Counter()
    seconds = {"ours": 0.0, "library": 0.0}
    for page in sorted(folder.glob("*/index.html")):
        compare(page, library, count, seconds)
    for name, number in count.items():
        print(f"{number:8} {name}")
    for name, spent in seconds.items():
        print(f"{spent:8.2f} s of CPU, {name}")


if __name__ == "__main__":
    main()
