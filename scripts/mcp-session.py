#!/usr/bin/env python3
"""Drives `utf mcp` with the reference client of the Model Context Protocol for Python.

Needs `pip install mcp` (2.x), git, and `cargo build -p utf` (or `UTF`, the path of the command). Usage:

    scripts/mcp-session.py

A session reads and edits a file in Shift_JIS. Then the file is destroyed as an editor would destroy it, and `heal` puts
its bytes back. Paths that lead out of the directory are refused.
"""

import asyncio
import os
import pathlib
import subprocess
import tempfile

from mcp import ClientSession, StdioServerParameters, stdio_client

ROOT = pathlib.Path(__file__).resolve().parent.parent
UTF = os.environ.get("UTF", str(ROOT / "target/debug/utf"))
LINES = ["日本語のテキスト、これは試験です。", "size = 12, plain text", "最後の行はここにあります。さようなら。"]
TEXT = "".join(line + "\r\n" for line in LINES)


def git(folder, *words):
    names = ["-c", "user.name=a", "-c", "user.email=a"]
    subprocess.run(["git", "-C", folder, *names, *words], check=True, stdout=subprocess.DEVNULL)


async def session(folder):
    path = folder / "a.txt"
    old = TEXT.encode("shift_jis")
    path.write_bytes(old)
    git(folder, "init", "-q")
    git(folder, "add", "a.txt")
    git(folder, "commit", "-qm", "first")
    server = StdioServerParameters(command=UTF, args=["mcp", str(folder)])
    async with stdio_client(server) as (reads, writes), ClientSession(reads, writes) as client:

        async def call(name, **arguments):
            result = await client.call_tool(name, arguments)
            return [block.text for block in result.content], bool(result.is_error)

        begun = await client.initialize()
        print(f"{begun.server_info.name} {begun.server_info.version}, protocol {begun.protocol_version}")
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == ["read", "edit", "check", "detect", "search", "heal"]
        (about, text), failed = await call("read", path="a.txt")
        assert not failed and text == TEXT.replace("\r\n", "\n") and "shift_jis" in about, (about, text)
        (report,), failed = await call("edit", path="a.txt", old="size = 12", new="size = 13")
        assert not failed, report
        edited = old.replace(b"12", b"13")
        assert path.read_bytes() == edited
        (report,), failed = await call("edit", path="a.txt", old="size", new="größe")
        assert failed and path.read_bytes() == edited, report
        print(f"read and edited; refused: {report}")

        path.write_text(edited.decode("utf-8", errors="replace"), encoding="utf-8", newline="")
        damaged = path.read_bytes()
        (report,), failed = await call("heal", path="a.txt")
        assert not failed and path.read_bytes() == damaged, report
        (report,), failed = await call("heal", path="a.txt", against="HEAD", write=True)
        assert not failed and path.read_bytes() == edited, report
        assert (folder / "a.txt.bak").read_bytes() == damaged
        print(f"healed: {report.splitlines()[-1]}")

        (found,), failed = await call("search", pattern="最後")
        assert not failed and "a.txt:3:" in found, found
        for name in ["check", "detect"]:
            (report,), failed = await call(name, path="a.txt")
            assert not failed and "a.txt" in report, report
        (folder / "out").symlink_to("/etc")
        for outside in ["../secret", "/etc/passwd", "out/passwd"]:
            (report,), failed = await call("read", path=outside)
            assert failed and "outside" in report, report
        with open(folder / "huge", "wb") as huge:
            huge.truncate((64 << 20) + 1)
        (report,), failed = await call("read", path="huge")
        assert failed and "at most" in report, report
        print("paths outside and a file of 64 MiB + 1 refused")


with tempfile.TemporaryDirectory() as name:
    asyncio.run(session(pathlib.Path(name)))
