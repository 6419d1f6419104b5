"""`coldread watch add | list | stop | refuse`: watched pages, on the machine of the service."""

from __future__ import annotations

from typing import Annotated

import typer

from coldread.base.languages import Language
from coldread.cli.run import fail, run
from coldread.scanner.goals import PrimaryGoal
from coldread.watches.rules import Rhythm

app = typer.Typer(no_args_is_help=True, help="Watched pages: looked at every day or week.")

HERE = "the command line"


@app.command("add")
def add(
    url: Annotated[str, typer.Argument(help="The page.")],
    email: Annotated[str, typer.Option(help="Who is told.")],
    goal: Annotated[PrimaryGoal, typer.Option(help="What the page is for.")] = PrimaryGoal.OTHER,
    audience: Annotated[str, typer.Option(help="Whom it speaks to.")] = "",
    rhythm: Annotated[Rhythm, typer.Option(help="How often.")] = Rhythm.DAILY,
    lang: Annotated[Language, typer.Option(help="Of the letters.")] = Language.EN,
) -> None:
    """Ask for a watch. It begins when the button in the letter has been pressed."""
    from pydantic import ValidationError

    from coldread.api.watches import WatchRequest
    from coldread.base.problems import Problem
    from coldread.scanner.brief import Brief
    from coldread.watches.ask import ask_watch
    from coldread.watches.wanted import Wanted

    fields = {
        "url": url,
        "primary_goal": goal,
        "audience": audience or None,
        "email": email,
        "rhythm": rhythm,
    }
    try:
        WatchRequest.model_validate(fields)
    except ValidationError as error:
        fail("\n".join(f"{fault['loc'][0]}: {fault['msg']}" for fault in error.errors()))
    brief = Brief(goal=goal, audience=audience, lang=lang)
    wanted = Wanted(url=url, brief=brief, email=email, rhythm=rhythm, client=HERE)
    try:
        watch_id, _ = run(lambda services: services.db.write(ask_watch, services.settings, wanted))
    except Problem as problem:
        fail(problem.detail)
    typer.echo(f"{watch_id}  a letter with the link goes to {email}")


@app.command("list")
def listed(
    emails: Annotated[bool, typer.Option("--emails", help="Show the addresses in clear.")] = False,
) -> None:
    """List the watches, the latest first; addresses are shown without their names."""
    from coldread.watches.overview import overview

    for row in run(lambda services: services.db.read(overview)).rows:
        email = (row.email if emails else row.masked) or "–"
        typer.echo(f"{row.id}  {row.state:<5}  {row.rhythm:<6}  {row.runs:>4} looks  {email}  {row.url}")


#: an id may begin with a dash
@app.command("stop", context_settings={"ignore_unknown_options": True})
def stop(watch_id: Annotated[str, typer.Argument(help="From `list`.")]) -> None:
    """Stop a watch: no look, no letter, and its address is deleted."""
    from coldread.watches.ask import stop as stop_watch
    from coldread.watches.rules import WatchEnded

    if not run(lambda services: services.db.write(stop_watch, watch_id, WatchEnded.OPERATOR)):
        fail(f"there is no watch {watch_id}")
    typer.echo("stopped")


@app.command("refuse")
def refuse(email: Annotated[str, typer.Argument(help="The address that complains.")]) -> None:
    """Send no letters about watches to this mailbox for a year, however it is written, and end the watches of this
    address."""
    from coldread.watches.ask import refuse_letters

    ended = run(lambda services: services.db.write(refuse_letters, email))
    typer.echo(f"no more letters; {ended} watches ended")
