"""Compares validation of columns with pyarrow, Polars, DuckDB and `bytes.decode`, in one run.

    python benches/arrow.py [ROWS_OF_SHORT_TEXT] [ROWS_OF_LONG_TEXT]

Programs that stop at the first bad row are only measured on columns without bad rows. `bytes.decode`
and DuckDB are slow, so they are measured on a part of the rows. The ratios are those of the fastest
other program to `is_valid_utf8` and `make_valid_utf8`.
"""

import platform
import random
import sys
import time

import duckdb
import numpy
import polars
import pyarrow as pa
import pyarrow.compute

from utfkit import arrow

# The maximum number of rows for slow programs.
PART = 200_000

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
    numbers = numpy.random.default_rng(5).integers(len(pool), size=rows)
    return pa.array(pool, pa.binary()).take(pa.array(numbers))


def best(runs, rounds=4):
    """Returns the best time of each run in milliseconds. The runs are interleaved, in pairs, because
    the first of a pair may not find its data in the cache."""
    times = {name: float("inf") for name in runs}
    for _ in range(rounds):
        for name, run in [item for item in runs.items() for _ in range(2)]:
            start = time.perf_counter()
            run()
            times[name] = min(times[name], time.perf_counter() - start)
    return {name: 1000 * value for name, value in times.items()}


def compare(data, share):
    """Returns the times of all programs for a column."""
    series = polars.Series(data)
    part = data[: min(len(data), PART)]
    rows, scale = part.to_pylist(), len(data) / len(part)
    database = duckdb.connect()
    database.execute("set threads to 1")
    database.register("data", pa.table({"a": part}))
    runs = {
        "is_valid_utf8": lambda: arrow.is_valid_utf8(data),
        "make_valid_utf8": lambda: arrow.make_valid_utf8(data),
    }
    if share == 0:
        runs["Polars"] = lambda: series.cast(polars.String)
        runs["pyarrow"] = lambda: pa.compute.cast(data, pa.string())
    query = f"select count({'try(decode(a))' if share else 'decode(a)'}) from data"
    slow = {
        "bytes.decode": lambda: [row.decode(errors="replace") for row in rows],
        "DuckDB": lambda: database.execute(query).fetchall(),
    }
    slow = {name: scale * value for name, value in best(slow, rounds=1).items()}
    return best(runs) | slow


def main():
    short = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    long = int(sys.argv[2]) if len(sys.argv) > 2 else 100_000
    print(f"Python {platform.python_version()}, {time.strftime('%Y-%m-%d')}. The times are in ms.\n")
    print("| text | rows | bad | is_valid_utf8 | make_valid_utf8 | others | ratios |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for rows, size in [(short, 16), (long, 2000)]:
        for name, text in TEXTS.items():
            for share in [0, 0.01, 0.1]:
                times = compare(column(text, rows, size, share), share)
                ours = [times.pop("is_valid_utf8"), times.pop("make_valid_utf8")]
                fastest = min(times.values())
                cells = [name, f"{rows:,} × {size}", f"{share:.0%}", *(f"{one:.1f}" for one in ours)]
                cells.append(", ".join(f"{key} {value:.0f}" for key, value in times.items()))
                cells.append(", ".join(f"{fastest / one:.1f}" for one in ours))
                print(f"| {' | '.join(cells)} |", flush=True)


main()
