"""Components are mended where an element can be placed for certain, in the spelling of JSX."""

from __future__ import annotations

import pytest
import tree_sitter_typescript
from tree_sitter import Language, Parser

from coldread.scanner.judge.report import Report
from coldread.scanner.patch.make_patches import PatchSet, make_patches
from tests.scanner.seeing import ENGLISH, document, rendered, report, violation

from .applying import applied

COMPONENT = """import Link from "next/link";

export default function Page({ items }: { items: string[] }) {
  return (
    <main>
      <h1 className="big">Fresh bread at your door</h1>
      <p>{text}</p>
      <Link id="call" className="button" href="/book">
        Book a call
      </Link>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <h1>Cakes &amp; pies</h1>
      <form action="/x">
        <p>
          <input
            type="text"
            name="email"
            placeholder="Your e-mail"
          />
        </p>
        <button>Book a call</button>
      </form>
      <footer>© 2019 Limpa</footer>
    </main>
  );
}
"""
PAGE = document(
    f'<main><h1 class="big">Fresh bread at your door</h1>{ENGLISH}<a id="call" class="button" href="/book">Book a call</a>'
    "<ul><li>rye</li><li>wheat</li></ul><h1>Cakes &amp; pies</h1>"
    '<form action="/x"><p><input type="text" name="email" placeholder="Your e-mail"></p><button>Book a call</button></form>'
    "<footer>© 2019 Limpa</footer></main>"
)


def mended(component: str = COMPONENT, judged: Report | None = None) -> PatchSet:
    return make_patches(component, judged or report(PAGE), kind="jsx", file_name="app/page.tsx")


@pytest.fixture
def after(tmp_path_factory: pytest.TempPathFactory) -> str:
    done = mended()
    directory = tmp_path_factory.mktemp("jsx")
    data = applied(directory, COMPONENT.encode(), done.to_bytes(done.diff_safe), name="app/page.tsx")
    return data.decode()


def test_a_mended_component_still_parses(after: str) -> None:
    tree = Parser(Language(tree_sitter_typescript.language_tsx())).parse(after.encode())
    assert not tree.root_node.has_error


def test_fields_are_mended_in_the_spelling_of_components(after: str) -> None:
    assert '            type="email"\n' in after
    assert '            placeholder="Your e-mail"\n            autoComplete="email"\n' in after


def test_one_element_that_draws_many_is_left_to_words() -> None:
    judged = report(rendered(PAGE, axe=(violation("listitem", "body > main > ul > li:nth-of-type(1)"),)))
    assert mended(judged=judged).fixes["a11y.listitem"].kind == "spec_only"
    twice = COMPONENT.replace(
        "<footer>", '{false && <input type="text" name="email" placeholder="Your e-mail" />}<footer>'
    )
    done = mended(twice)
    assert done.fixes["form.email-type"].kind == "spec_only"
    assert "no certain place" in done.dropped["form.email-type"]


def test_an_element_written_once_and_drawn_twice_is_left_to_words() -> None:
    asked = '<form action="/y">{}<button>Ask</button></form><footer>'
    field, place = '<input type="email" name="amount" />', "body > main > form:nth-of-type(2) > input"
    for written, drawn, kind in (
        (f"{{[1, 2].map((n) => {field.replace('<input', '<input key={n}')})}}", field * 2, "spec_only"),
        (f"{{true && ({field})}}", field, "safe"),
    ):
        component = COMPONENT.replace("<footer>", asked.format(written))
        first = f"{place}:nth-of-type(1)" if drawn != field else place
        page = PAGE.replace("<footer>", asked.format(drawn))
        judged = report(rendered(page, axe=(violation("label", first),)))
        assert mended(component, judged).fixes["form.label"].kind == kind, written


def test_a_component_that_does_not_write_the_head_is_not_given_one() -> None:
    assert mended().fixes["seo.canonical"].kind == "spec_only"
    layout = COMPONENT.replace("<main>", "<html><head>\n        </head><main>").replace(
        "</main>", "</main></html>"
    )
    assert '+          <link rel="canonical" href="https://page.example/" />' in mended(layout).diff_safe


def test_a_component_that_cannot_be_parsed_is_left_alone() -> None:
    done = mended(COMPONENT.replace("</h1>", "</h1", 1))
    assert done.diff_safe == done.diff_needs_review == ""


def test_plain_javascript_is_read_too() -> None:
    done = mended(COMPONENT.replace("{ items }: { items: string[] }", "{ items }"))
    assert '+            type="email"' in done.diff_safe


def test_non_ascii_text_before_an_element_does_not_shift_its_place(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    component = "// åäö 🍞 ←\n" + COMPONENT
    done = mended(component)
    text = applied(
        tmp_path_factory.mktemp("jsx"), component.encode(), done.to_bytes(done.diff_safe), name="app/page.tsx"
    )
    assert '            type="email"\n            name="email"\n' in text.decode()
