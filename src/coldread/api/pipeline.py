"""`/v1/internal/pipeline/…`: the callbacks of an outside pipeline. They need `X-Pipeline-Key` and move no order."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Literal, Self

from pydantic import ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError
from starlette.requests import Request
from starlette.responses import Response

from coldread.api.parameters import ORDER_ID
from coldread.api.scans import SESSION_ID
from coldread.base.fields import Body, SpecText
from coldread.base.shapes import Shape, checked_body
from coldread.drafts.callback import take_draft
from coldread.guard.keys import require_pipeline_key
from coldread.orders.acts.pipeline import note_stage
from coldread.orders.rules.lifecycle import Status
from coldread.orders.rules.order import Order
from coldread.scans.pipeline_result import NoPage, PipelineResult, complete_scan
from coldread.services import Services
from coldread.web.answers import json_answer
from coldread.web.request import OPERATOR, order_id_of, read_body, require_key, services_of
from coldread.web.route import Endpoints, Reply

ENDPOINTS = Endpoints()
NOT_KEPT = {"Cache-Control": "no-store"}
PROBLEMS = ("invalid-input", "malformed-json", "unauthorized", "not-found", "rate-limited")


class PageProblem(Body):
    """Why there was nothing to judge."""

    type: Literal["url-unreachable", "page-empty"]
    reason: Annotated[str, Field(min_length=1, max_length=60)] = Field(description="E.g. `http_404`.")
    detail: Annotated[str, Field(min_length=1, max_length=300)]


_PARTS = ("scores", "findings", "report_md")


def _schema_requiring(*names: str) -> dict[str, Any]:
    return {"required": list(names), "properties": {name: {"not": {"type": "null"}} for name in names}}


class ScanResult(Body):
    """The four parts of a finished scan; or `problem` alone, where there was no page."""

    model_config = ConfigDict(
        json_schema_extra={"anyOf": [_schema_requiring(*_PARTS), _schema_requiring("problem")]}
    )

    scores: dict[str, Any] | None = None
    findings: dict[str, Any] | None = None
    model_notes: dict[str, Any] | None = None
    report_md: Annotated[SpecText, Field(min_length=1)] | None = None
    chat_summary: Annotated[str, Field(min_length=1, max_length=1000)] | None = None
    problem: PageProblem | None = None

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        missing = [name for name in _PARTS if getattr(self, name) is None]
        if missing and self.problem is None:
            raise PydanticCustomError("missing", "{names} or problem required", {"names": ", ".join(missing)})
        return self

    def as_result(self) -> PipelineResult | NoPage:
        if self.problem is not None:
            empty = self.problem.type == "page-empty"
            return NoPage(reason=self.problem.reason, detail=self.problem.detail, empty=empty)
        return PipelineResult(**self.model_dump(exclude={"problem"}))


class DraftMade(Body):
    """A draft for a paid order."""

    spec_md: Annotated[SpecText, Field(min_length=1)]
    diff: Annotated[str, Field(max_length=2_000_000)] | None = Field(None, description="Unified diff.")


class StageTold(Body):
    """The state of a stage of the pipeline's work."""

    name: Annotated[str, Field(min_length=1, max_length=60)]
    state: Literal["pending", "current", "done", "failed"]
    detail: Annotated[str, Field(max_length=2000)] | None = None


class ScanTaken(Shape):
    session_id: str
    status: Literal["taken"]


class OrderTold(Shape):
    order_id: str
    status: Status = Field(description="Unchanged: a callback moves nothing.")


@ENDPOINTS.add(
    "POST",
    "/v1/internal/pipeline/scans/{session_id}/result",
    name="pipeline_scan_result",
    tag="pipeline",
    summary="Hand in a finished scan",
    description="Completes a scan that the service ordered from the pipeline (engine `external`). The same result sent twice is stored once.",
    takes=ScanResult,
    example={"scores": {"overall": 71}, "findings": {"items": []}, "report_md": "# Report"},
    parameters=(SESSION_ID,),
    replies=(
        Reply(
            status=200,
            description="The result is accepted.",
            model=ScanTaken,
            recorded="pipeline_scan_result",
        ),
    ),
    problems=(*PROBLEMS, "idempotency-conflict"),
    security="pipeline",
)
async def pipeline_scan_result(request: Request) -> Response:
    services = _services_for_pipeline_caller(request)
    body, _ = await read_body(request, ScanResult, OPERATOR)
    session_id = request.path_params["session_id"]
    await services.db.write(complete_scan, services, session_id, body.as_result())
    return json_answer(
        checked_body(ScanTaken, {"session_id": session_id, "status": "taken"}), headers=NOT_KEPT
    )


@ENDPOINTS.add(
    "POST",
    "/v1/internal/pipeline/orders/{id}/stages",
    name="pipeline_stage",
    tag="pipeline",
    summary="Say how far an order's analysis has come",
    description="For the operator's eyes; the order does not move.",
    takes=StageTold,
    example={"name": "analysis", "state": "current", "detail": "Two of three competitors read"},
    parameters=(ORDER_ID,),
    replies=(Reply(status=200, description="Noted.", model=OrderTold, recorded="pipeline_stage"),),
    problems=(*PROBLEMS, "illegal-transition"),
    security="pipeline",
)
async def pipeline_stage(request: Request) -> Response:
    services = _services_for_pipeline_caller(request)
    body, _ = await read_body(request, StageTold, OPERATOR)
    order = await services.db.write(note_stage, order_id_of(request), body.name, body.state, body.detail)
    return order_response(order)


@ENDPOINTS.add(
    "POST",
    "/v1/internal/pipeline/orders/{id}/draft",
    name="pipeline_draft",
    tag="pipeline",
    summary="Hand in an order's draft",
    description="Stored at once, published at its time after payment. The latest draft wins; the order does not move.",
    takes=DraftMade,
    example={"spec_md": "# Specification", "diff": "--- a/index.html\n+++ b/index.html\n"},
    parameters=(ORDER_ID,),
    replies=(
        Reply(status=200, description="The draft is stored.", model=OrderTold, recorded="pipeline_draft"),
    ),
    problems=(*PROBLEMS, "illegal-transition"),
    security="pipeline",
)
async def pipeline_draft(request: Request) -> Response:
    services = _services_for_pipeline_caller(request)
    body, _ = await read_body(request, DraftMade, OPERATOR)
    order = await services.db.write(take_draft, services, order_id_of(request), body.spec_md, body.diff)
    return order_response(order)


def order_response(order: Order) -> Response:
    return json_answer(
        checked_body(OrderTold, {"order_id": order.id, "status": order.status}), headers=NOT_KEPT
    )


def _services_for_pipeline_caller(request: Request) -> Services:
    services = services_of(request)
    require_key(
        request,
        request.headers.get("x-pipeline-key"),
        partial(require_pipeline_key, accepted=services.pipeline_keys),
    )
    return services
