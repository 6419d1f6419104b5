"""`POST /v1/agents/submit`, and the review at `GET /v1/agents/submissions/{submission_id}`."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.ids import SECRET_ID
from coldread.base.problems import not_found
from coldread.submissions.requests import EndpointSubmission
from coldread.submissions.shapes import Submission, SubmissionTaken
from coldread.submissions.submit import find_submission, submit
from coldread.web.answers import json_answer
from coldread.web.headers import LIMITED
from coldread.web.request import SMALL, client_of, counted_read, read_body, require_open, services_of
from coldread.web.route import Endpoints, Parameter, Reply

ENDPOINTS = Endpoints()

ID = Parameter(
    name="submission_id",
    where="path",
    description="Id of a submission, from its answer.",
    schema={"type": "string"},
    required=True,
    example="mZb3Jr7mQ0uE2yqk9w1XnA",
)
EXAMPLE = {
    "endpoint_url": "https://agent.example.com/v1/translate",
    "name": "Translator",
    "protocol": "openapi",
    "contact_email": "anna@example.com",
}


@ENDPOINTS.add(
    "POST",
    "/v1/agents/submit",
    name="submit_agent",
    tag="agents",
    summary="Submit your own endpoint for a review of its agent readiness",
    description="Free. The endpoint is visited with a few small requests, among them an empty POST; "
    "the review is at the `self` link within minutes and stays for 90 days.",
    takes=EndpointSubmission,
    example=EXAMPLE,
    replies=(
        Reply(
            status=202,
            description="The submission is received.",
            model=SubmissionTaken,
            recorded="submit_agent",
            headers=("Location", *LIMITED),
            leads_to=("get_submission",),
            id_at="/submission_id",
            id_named="submission_id",
        ),
    ),
    problems=("invalid-input", "malformed-json", "rate-limited", "service-closed"),
)
async def submit_agent(request: Request) -> Response:
    services = services_of(request)
    require_open(services)
    body, _ = await read_body(request, EndpointSubmission, SMALL)
    client = client_of(request.scope, services)
    taken, usage = await services.db.write(submit, services.settings, body, client)
    headers = {"Location": taken["_links"]["self"]["href"], "Cache-Control": "no-store"}
    return json_answer(taken, 202, {**headers, **(usage.headers() if usage else {})})


@ENDPOINTS.add(
    "GET",
    "/v1/agents/submissions/{submission_id}",
    name="get_submission",
    tag="agents",
    summary="Read a submission and its review",
    parameters=(ID,),
    replies=(
        Reply(
            status=200,
            description="The submission.",
            model=Submission,
            recorded="get_submission",
            headers=("Cache-Control", *LIMITED),
        ),
    ),
    problems=("not-found", "rate-limited"),
)
async def get_submission(request: Request) -> Response:
    services = services_of(request)

    async def show() -> Response:
        submission_id: str = request.path_params["submission_id"]
        if not SECRET_ID.fullmatch(submission_id):
            raise not_found()
        found = await services.db.read(find_submission, services.settings, submission_id)
        return json_answer(found, headers={"Cache-Control": "private, max-age=5"})

    return await counted_read(request, show)
