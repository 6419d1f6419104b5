"""`/errors/{slug}`: what each problem type means, a page for people and JSON for programs."""

from __future__ import annotations

from typing import Any

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response

from coldread.base.problems import BY_SLUG, PROBLEMS, Problem, ProblemType
from coldread.base.settings import Settings
from coldread.base.shapes import Shape, Url, checked_body
from coldread.pages.markdown import markdown_page, wants_markdown
from coldread.pages.render import page, wants_html
from coldread.web.answers import json_answer, problem_example
from coldread.web.request import services_of
from coldread.web.route import Endpoints, Parameter, Reply

ENDPOINTS = Endpoints()

HEADERS = {"Cache-Control": "public, max-age=3600", "Vary": "Accept"}
SLUG = Parameter(
    name="slug",
    where="path",
    description="Last part of a problem's `type`.",
    schema={"type": "string"},
    required=True,
    example="rate-limited",
)


class ProblemExplained(Shape):
    """A problem type: what it means and what to do."""

    type: Url
    title: str
    status: int
    meaning: str
    remedy: str
    safe_to_retry: bool = Field(description="Whether sending the same request again can succeed.")
    members: list[str] = Field(description="Beyond those of RFC 9457.")
    # Always there, but not required: Spectral treats every `example` beside a `type` in the document as that of a schema,
    # so the document's own example of this answer leaves it out.
    example: dict[str, Any] | None = Field(None, description="A whole problem of this type.")


class ProblemList(Shape):
    """Every problem type."""

    problems: list[ProblemExplained]


@ENDPOINTS.add(
    "GET",
    "/errors",
    name="list_problems",
    tag="discovery",
    summary="Every problem type",
    replies=(
        Reply(
            status=200,
            description="For programs.",
            model=ProblemList,
            headers=("Cache-Control",),
            recorded="list_problems",
        ),
        Reply(status=200, description="For people.", media_type="text/html", example="<!doctype html>"),
    ),
)
async def list_problems(request: Request) -> Response:
    settings = services_of(request).settings
    if wants_markdown(request):
        return markdown_page(request, "problems.md", canonical="/errors", problems=PROBLEMS)
    if wants_html(request.headers.get("accept")):
        return page(request, "problems.html", headers=HEADERS, index=True, problems=PROBLEMS)
    return json_answer(
        checked_body(ProblemList, {"problems": [_as_json(row, settings) for row in PROBLEMS]}),
        headers=HEADERS,
    )


@ENDPOINTS.add(
    "GET",
    "/errors/{slug}",
    name="explain_problem",
    tag="discovery",
    summary="What a problem type means",
    parameters=(SLUG,),
    replies=(
        Reply(
            status=200,
            description="For programs.",
            model=ProblemExplained,
            headers=("Cache-Control",),
            recorded="explain_problem",
        ),
        Reply(status=200, description="For people.", media_type="text/html", example="<!doctype html>"),
    ),
    problems=("not-found",),
)
async def explain_problem(request: Request) -> Response:
    settings = services_of(request).settings
    slug: str = request.path_params["slug"]
    row = BY_SLUG.get(slug.removesuffix(".md"))
    if row is None:
        raise Problem("not-found", "There is no problem type of this name; /errors lists them.")
    shown = _as_json(row, settings)
    if slug.endswith(".md") or wants_markdown(request):
        return markdown_page(request, "problem.md", canonical=f"/errors/{row.slug}", problem=row, shown=shown)
    if wants_html(request.headers.get("accept")):
        return page(request, "problem.html", headers=HEADERS, index=True, problem=row, shown=shown)
    return json_answer(shown, headers=HEADERS)


def _as_json(row: ProblemType, settings: Settings) -> dict[str, Any]:
    return checked_body(
        ProblemExplained,
        {
            "type": f"{settings.error_type_base}/{row.slug}",
            "title": row.title,
            "status": row.status,
            "meaning": row.meaning,
            "remedy": row.remedy,
            "safe_to_retry": row.retry,
            "members": list(row.members),
            "example": problem_example(row.slug, settings.error_type_base),
        },
    )


@ENDPOINTS.add("GET", "/errors.md", summary="Every problem type")
async def list_problems_markdown(request: Request) -> Response:
    return markdown_page(request, "problems.md", canonical="/errors", problems=PROBLEMS)
