#!/usr/bin/env python3
"""Times commands on generated worst cases, and compares each with the best case of the command.

    scripts/bench/hostile.py [--megabytes N] [--json] [--case CASE] [COMMAND…]

Prints the speed of each case, in MB of processor time, and its ratio to two cases: the best one, which
is ASCII, and the best one with text that is not ASCII. Kernels skip ASCII, so the second ratio says
more about the work for each character. The target is a ratio of at most 8. With --json, `check`, `repair` and `audit` report every finding in JSON. Fails if a command needs more than 64 MiB of memory. UTF names the command.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
UTF = os.environ.get("UTF", ROOT / "target/release/utf")

# Each case is repeated to the size. The first is the best one, and the second is the best one with text
# that is not ASCII.
CASES = {
    "ASCII": b"Plain text, in lines of some eighty bytes, as most files have it. It is long.\n",
    "Chinese": "统一码为每个字符提供一个唯一的编号，不论平台、程序或语言。\n".encode(),
    "FF only": b"\xff",
    "FF, lines": b"\xff\n",
    "continuations": b"\x80",
    "leads": b"\xc3",
    "overlong": b"\xc0\xaf",
    "a CR in each sequence": b"\xe2\r\x82\xac",
    "a LF in each sequence": b"\xc3\n\xa9",
    "mojibake": "Ã©tÃ© â€œdÃ©jÃ â€\n".encode(),
    "mojibake of one word": "Ã©".encode(),
    "Latin-1 among UTF-8": b"caf\xe9 caf\xc3\xa9\n",
    "line feeds": b"\n",
    "NUL": b"\0",
    "bidi controls": "\u202e".encode(),
    "tags": "\U000e0041".encode(),
    "combining marks": "\u0301".encode(),
    "escapes": b"\x1b[",
    "UTF-7 shifts": b"+AOk-",
    "ISO-2022-JP shifts": b'\x1b$B$"\x1b(B',
}

COMMANDS = {
    "check": ["check"],
    "convert": ["convert", "--errors", "replace", "-t", "utf-16le"],
    "detect": ["detect"],
    "repair": ["repair", "-o", "/dev/null"],
    "audit": ["audit"],
    "search": ["search", "-c", "needle"],
}

LIMIT_KIB = 64 << 10
TARGET = 8


def write(path, text, size):
    """Writes copies of `text`. A child process counts the memory of this one as its own at first, so
    the memory stays small."""
    block = text * (-(-65536 // len(text)))
    with open(path, "wb") as file:
        for _ in range(-(-size // len(block))):
            file.write(block)


def run(arguments, path, report):
    """Returns the processor time in seconds, the size of the report, and the peak memory in KiB."""
    with open(report, "wb") as output:
        child = subprocess.Popen([UTF, *arguments, path], stdout=output, stderr=output)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        sys.exit(f"{arguments}: status {child.returncode}: see {path}")
    return usage.ru_utime + usage.ru_stime, report.stat().st_size, usage.ru_maxrss


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--megabytes", type=float, default=4)
    parser.add_argument("--json", action="store_true", help="report in JSON")
    parser.add_argument("--case", help="only time this case, and the best ones")
    parser.add_argument("commands", nargs="*", metavar="COMMAND")
    options = parser.parse_args()
    size = int(options.megabytes * 1e6)
    cases = [one for at, one in enumerate(CASES.items()) if at < 2 or options.case in (None, one[0])]
    print("| command | case | MB/s | times ASCII | times Chinese | output, bytes | memory, KiB |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    slow, highest = [0, 0], 0
    with tempfile.TemporaryDirectory() as folder:
        path, report = pathlib.Path(folder) / "text", pathlib.Path(folder) / "report"
        for name in options.commands or COMMANDS:
            path.write_bytes(b"x")
            arguments = COMMANDS[name] + (["--format", "json"] if options.json else [])
            start = min(run(arguments, path, report)[0] for _ in range(5))
            best = []
            for case, text in cases:
                # The best cases need a longer text, or the start of the process is all there is.
                bytes_ = 25 * size if len(best) < 2 else size
                write(path, text, bytes_)
                seconds, output, memory = run(arguments, path, report)
                speed = bytes_ / 1e6 / max(seconds - start, 1e-3)
                best += [speed][: 2 - len(best)]
                ratios, highest = [one / speed for one in best], max(highest, memory)
                slow = [count + (ratio > TARGET) for count, ratio in zip(slow, ratios + [0])]
                times = [f"{ratio:.1f}" + (" **slow**" if ratio > TARGET else "") for ratio in ratios]
                times = " | ".join((times + ["-"])[:2])
                print(f"| {name} | {case} | {speed:.4g} | {times} | {output} | {memory} |", flush=True)
    print(f"\n{slow[0]} cases are slower than {TARGET} times the best case, and {slow[1]} than {TARGET} times the best")
    print(f"case with text that is not ASCII; the peak memory is {highest} KiB")
    sys.exit(highest > LIMIT_KIB)


if __name__ == "__main__":
    main()
