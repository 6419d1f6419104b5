"""Run inside a house to which a status `on_hold`, a way, an effect and a job were added: tells what comes free."""

import json
import runpy
import tempfile
from pathlib import Path

import sqlalchemy as sa

from coldread.base.clock import DAY
from coldread.jobs.job import JOBS
from coldread.jobs.tables import jobs
from coldread.orders.operator.queue_views import VIEWS
from coldread.orders.rules.lifecycle import Status
from coldread.pages.diagram import box_corners, lifecycle_svg
from coldread.protocols.mcp.texts import order_text
from coldread.startup_checks import list_gaps
from coldread.worker import sweep
from tests.console.visitor import Visitor
from tests.harness.desk import desk
from tests.harness.service import Service
from tests.protocols.talk import WAYS as TALKS

folder = Path(tempfile.mkdtemp())
service = Service(f"sqlite:///{folder / 'x.db'}", folder / "data")
render = runpy.run_path("ROOT/scripts/render_reference.py")
client = runpy.run_path("ROOT/scripts/render_client.py")
html = {"Accept": "text/html"}

order_id = service.order_in("in_progress")
effects = service.read(lambda session: session.rows(sa.select(jobs.c.name, jobs.c.queue).order_by(jobs.c.id)))
berit = Visitor(service).sign_in()
offered = berit.see(f"/console/o/{order_id}")
berit.send("/move/on_hold", substatus="Waits for a picture")
seen = service.seen(order_id)
page = {lang: service.get(f"/o/{order_id}?lang={lang}", headers=html).text for lang in ("en", "sv")}
task = TALKS["rest-0.3"].get(service, order_id)
docs = service.get("/docs", headers=html)
other = service.order_in("accepted")
way = [desk(service, other)["allowed_transitions"], service.move(other, "reviewing").status_code]
service.move(other, "rejected")
service.clock.move(8 * DAY)
swept = service.run(sweep(service.services))["lapsed orders"]
back = service.move(order_id, "in_progress").status_code
service.close()
told = {
    "gaps": list_gaps(),
    "offered": "Move to on hold" in offered and "The work rests for a while." in offered,
    "seen": [seen["status"], seen["human_action_required"], seen["stages"]["on_hold"]["state"]],
    "page": ["The work rests for a while." in page["en"], "Arbetet vilar en stund." in page["sv"]],
    "task": [task.state, task.said],
    "tool": order_text(seen).splitlines()[0],
    "docs": [docs.status_code, ">on_hold<" in docs.text, "on_hold" in render["lifecycle_page"]()],
    "client": '"on_hold"' in client["_statuses"](),
    "views": [view.name for view in VIEWS if "on_hold" in view.statuses],
    "apart": len(set(box_corners().values())) == len(Status),
    "bent": lifecycle_svg().count('class="bent"'),
    "way": way,
    "effects": [list(row) for row in effects],
    "job": [JOBS["advice.remember"].kind.queue, JOBS["advice.remember"].tries],
    "swept": swept,
    "back": back,
}
print("told:" + json.dumps(told))
