"""`coldread job list | retry`: work that failed too often."""

from __future__ import annotations

from typing import Annotated

import typer

from coldread.cli.run import fail, run

app = typer.Typer(no_args_is_help=True, help="List jobs that were given up, and retry them.")


@app.command("list")
def list_dead() -> None:
    """List the jobs that failed too often, with their last error."""
    from coldread.base.clock import rfc3339
    from coldread.jobs.defer import dead_jobs

    dead = run(lambda services: services.db.read(dead_jobs))
    for job in dead:
        last = (job.error or "").strip().splitlines()
        typer.echo(
            f"{job.id}  {job.name}  {job.key}  {job.tries} tries, {rfc3339(job.at)[:16]}  {last[-1] if last else ''}"
        )
    if not dead:
        typer.echo("no job was given up")


@app.command("retry")
def retry(job_id: Annotated[int, typer.Argument(help="Number from `job list`.")]) -> None:
    """Try a job again, from the start."""
    from coldread.jobs.defer import revive

    if not run(lambda services: services.db.write(revive, job_id)):
        fail(f"there is no dead job {job_id}, or another of its kind is already under way")
    typer.echo(f"job {job_id} waits for a worker")
