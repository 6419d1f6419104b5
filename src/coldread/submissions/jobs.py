"""`submissions.review`: visits a submitted endpoint and stores the result."""

from __future__ import annotations

from coldread.egress.policy import Policy, parse_allowed
from coldread.jobs.job import job
from coldread.services import Services
from coldread.submissions.readiness import review_endpoint
from coldread.submissions.submit import REVIEW, find_unreviewed, keep_review
from coldread.submissions.visit import EndpointClient, open_client


@job(REVIEW, tries=3)
async def review(services: Services, submission_id: str) -> None:
    """An unreachable endpoint is a finding, not a failure. A second run changes nothing."""
    endpoint = await services.db.read(find_unreviewed, submission_id)
    if endpoint is None:
        return
    async with open_client(_policy(services)) as client:
        found = await review_endpoint(EndpointClient(client, endpoint))
    await services.db.write(keep_review, submission_id, found)


def _policy(services: Services) -> Policy:
    settings = services.settings
    return Policy(
        allow=parse_allowed(settings.scan_allow_hosts),
        own_hosts=frozenset((settings.host_name,)),
    )
