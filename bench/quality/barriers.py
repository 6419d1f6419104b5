"""Accessibility barriers that Lighthouse also looks for, several per page: its rules and ours must both find them."""

from __future__ import annotations

from bench.quality.tree import Tree

#: each breaks the rules in its name, and is written into the end of the page
BARRIERS = {
    "names": """
        <button type="button"><span></span></button><input type="button"><input type="image" src="/logos/mill.svg">
        <object data="/logos/mill.svg" type="image/svg+xml"></object><svg role="img"><path d="M0 0h1"/></svg>
        <iframe srcdoc="<p>framed</p>"></iframe><select><option>One</option></select><textarea></textarea>
        <div role="button" tabindex="0"></div><div role="checkbox" aria-checked="false" tabindex="0"></div>
        <div role="textbox" contenteditable="true"></div><div role="progressbar" aria-valuenow="3"></div>
        <div role="meter" aria-valuenow="3"></div><div role="tooltip"></div><div role="dialog"><p>Hello</p></div>
        <div role="tree"><div role="treeitem" tabindex="0"></div></div><h3></h3>
        <a href="/x" style="display:block;width:50px;height:50px"></a>""",
    "roles": """
        <div role="slider" aria-label="How much"></div><div role="list"><p>no item</p></div><div role="option">Alone</div>
        <div role="wizard">Odd</div><div role="directory">Old</div><p aria-sorted="yes" aria-label="Named">Text</p>
        <div aria-hidden="true"><a href="/y">Reached though hidden</a></div><div aria-expanded="maybe" role="button">Press</div>
        <p role="text">Some <a href="/z">text</a></p><input type="checkbox" aria-checked="mixed" aria-label="Yes">
        <div role="none" tabindex="0">Nothing</div><h2 role="button">Press me</h2>
        <p aria-labelledby="twice">One</p><span id="twice">A</span><span id="twice">B</span>""",
    "structure": """
        <ul><p>no item</p></ul><div><li>no list</li></div><dl><p>no term</p></dl><div><dt>Alone</dt></div>
        <h6>Far down</h6><p tabindex="5">First</p><p lang="xx-nonsense">Speech</p>
        <table><tr><th id="a">Head</th></tr><tr><td headers="missing">Cell</td></tr></table>
        <button accesskey="k" type="button">One</button><button accesskey="k" type="button">Two</button>
        <label for="double">One</label><label for="double">Two</label><input id="double" autocomplete="nonsense">
        <p style="color:#111;background:#fff">Read <a href="/w" style="color:#222;text-decoration:none">this</a> now and then again</p>
        <a href="/logo"><img src="/logos/mill.svg" width="40" height="40" alt="Mill"> Mill</a>
        <video src="/none.mp4" controls></video>""",
}


def barricaded(tree: Tree, name: str) -> str:
    """The page with these barriers at its end."""
    tree.append_to("body", f"<section>{BARRIERS[name]}</section>")
    return tree.written()
