"""Compares validation of columns with pyarrow, Polars, DuckDB and `bytes.decode`, in one run.

    python benches/arrow.py [ROWS_OF_SHORT_TEXT] [ROWS_OF_LONG_TEXT]

Programs that stop at the first bad row are only measured on columns without bad rows.
"""

import random
import sys
import time

import duckdb
import polars
import pyarrow as pa
import pyarrow.compute

from utfkit import arrow

TEXTS = {
    "English": "The quick brown fox jumps over the lazy dog. ",
    "Russian": "Съешь же ещё этих мягких французских булок. ",
    "Chinese": "天地玄黃，宇宙洪荒。日月盈昃，辰宿列張。",
    "mixed": "The fox съешь 天地玄 😀 ",
}


def column(text, rows, size, share):
    """Returns rows of about `size` bytes. A part of them, `share`, has a byte that is not UTF-8."""
    source = random.Random(5)
    pool = []
    for _ in range(1000):
        at = source.randrange(len(text))
        row = (text[at:] + text * (size // len(text) + 1)).encode()[:size]
        row = row.decode(errors="ignore").encode()
        if source.random() < share:
            row = row[: len(row) // 2] + b"\xff" + row[len(row) // 2 :]
        pool.append(row)
    if share == 0:
        assert all(row.decode() is not None for row in pool)
    return pa.array([pool[source.randrange(1000)] for _ in range(rows)], pa.binary())


def best(runs, rounds=5):
    """Returns the best time of each run. The runs are interleaved."""
    times = {name: float("inf") for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            start = time.perf_counter()
            run()
            times[name] = min(times[name], time.perf_counter() - start)
    return {name: 1000 * value for name, value in times.items()}


def main():
    short = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    long = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    print("| text | rows | bad | job | ms, each |\n| --- | --- | --- | --- | --- |")
    for name, text in TEXTS.items():
        for rows, size in [(short, 16), (long, 2000)]:
            for share in [0, 0.01, 0.1]:
                data = column(text, rows, size, share)
                series = polars.Series(data)
                table = pa.table({"a": data})
                sample = data[: min(rows, 200_000)].to_pylist()
                scale = rows / len(sample)
                query = "select count(try(decode(a))) from data"
                database = duckdb.connect()
                database.execute("set threads to 1")
                database.register("data", table)
                start = time.perf_counter()
                [row.decode(errors="replace") for row in sample]
                loop = 1000 * scale * (time.perf_counter() - start)
                check = {
                    "utfkit": lambda: arrow.is_valid_utf8(data),
                    "duckdb": lambda: database.execute(query).fetchall(),
                }
                if share == 0:
                    check["polars cast"] = lambda: series.cast(polars.String)
                    check["pyarrow cast"] = lambda: pa.compute.cast(data, pa.string())
                make = dict(check, utfkit=lambda: arrow.make_valid_utf8(data))
                for job, runs in [("validate", check), ("make valid", make)]:
                    times = best(runs)
                    times["bytes.decode"] = loop
                    text_of = ", ".join(f"{key} {value:.0f}" for key, value in times.items())
                    ratio = min(v for k, v in times.items() if k != "utfkit") / times["utfkit"]
                    print(f"| {name} | {rows:,} × {size} | {share:.0%} | {job} | {text_of}: "
                          f"{ratio:.1f} |", flush=True)


main()
