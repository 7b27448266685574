"""The examples of README.md and of the pages in docs/."""

import pathlib
import re
import textwrap

import pytest

PACKAGE = pathlib.Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"^ *```python\n(.*?)^ *```", re.M | re.S)
PAGES = ["README.md", "docs/text.md", "docs/columns.md", "docs/spark.md"]
# They need a cluster. `test_cluster.py` has the same calls.
ON_A_CLUSTER = ["s3://", "frame.select("]


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_run(page, tmp_path, monkeypatch):
    pa = pytest.importorskip("pyarrow")
    pytest.importorskip("numpy")
    polars = pytest.importorskip("polars")
    column = pa.array([b"text", b"caf\xc3\xa9", None], pa.binary())
    table = pa.table({"id": [1, 2, 3], "name": column, "note": column})
    # Without a session, Spark's functions run in this process.
    names = {"column": column, "table": table, "frame": table, "session": None, "polars": polars}
    names["connection"] = pytest.importorskip("duckdb").connect()
    monkeypatch.chdir(tmp_path)
    pathlib.Path("data.csv").write_bytes("name,city\nJosé,Málaga\n".encode("utf-16"))
    pathlib.Path("raw").mkdir()
    pathlib.Path("raw", "a.txt").write_bytes(b"caf\xc3\xa9\ncaf\xff\n")
    ran = 0
    for block in BLOCK.findall((PACKAGE / page).read_text(encoding="utf-8")):
        if not any(call in block for call in ON_A_CLUSTER):
            exec(compile(textwrap.dedent(block), page, "exec"), names)
            ran += 1
    assert ran > 1
