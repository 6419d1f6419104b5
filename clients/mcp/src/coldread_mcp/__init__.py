"""`coldread-mcp`: the command `coldread mcp` under a name that `uvx` and `pipx` find."""

from __future__ import annotations


def main() -> None:
    import typer

    from coldread.cli.mcp import HELP, mcp

    app = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    app.command(help=HELP.replace("coldread mcp", "coldread-mcp"))(mcp)
    app(prog_name="coldread-mcp")
