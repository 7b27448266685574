"""`utfkit.spark` on a real cluster: two executors on the loopback interface.

The executors' Python does not have the package. It comes to them as an archive, as docs/spark.md says.
"""

import os
import pathlib
import random
import shutil
import signal
import sys
import sysconfig
import threading
import venv

import pytest

pa = pytest.importorskip("pyarrow")
pyspark = pytest.importorskip("pyspark", reason="PySpark is not installed (test.sh --spark installs it)")
if not (shutil.which("java") or os.environ.get("JAVA_HOME")):
    pytest.skip("Java is not installed (test.sh --spark installs it)", allow_module_level=True)

from pyspark import cloudpickle  # noqa: E402

import utfkit  # noqa: E402
from utfkit import spark  # noqa: E402

# The executors do not have this module.
cloudpickle.register_pickle_by_value(sys.modules[__name__])

ARCHIVE = "utfkit_site"


def bare_python(place):
    """A Python with all packages of this one, except utfkit."""
    venv.create(place, with_pip=False)
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    packages = place / "lib" / version / "site-packages"
    for item in pathlib.Path(sysconfig.get_path("purelib")).iterdir():
        if not item.name.startswith("utfkit"):
            (packages / item.name).symlink_to(item)
    return place / "bin" / "python"


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    place = tmp_path_factory.mktemp("spark")
    # A wheel of utfkit has the same content.
    site = pathlib.Path(utfkit.__file__).parent.parent
    archive = shutil.make_archive(str(place / "utfkit"), "zip", site, "utfkit")
    os.environ["PYSPARK_PYTHON"] = str(bare_python(place / "bare"))
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    builder = pyspark.sql.SparkSession.builder.master("local-cluster[2,1,1024]")
    for name, value in {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.executor.memory": "768m",
        "spark.sql.shuffle.partitions": "8",
        "spark.sql.warehouse.dir": str(place / "warehouse"),
        "spark.archives": f"{archive}#{ARCHIVE}",
        "spark.executorEnv.PYTHONPATH": ARCHIVE,
    }.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


def executors(session):
    """The process ids of the executors of this session."""
    port = session.conf.get("spark.driver.port")
    found = []
    for process in pathlib.Path("/proc").iterdir():
        try:
            arguments = (process / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        backend = any(argument.endswith(b"CoarseGrainedExecutorBackend") for argument in arguments)
        driver = any(argument.endswith(f"@127.0.0.1:{port}".encode()) for argument in arguments)
        if backend and driver:
            found.append(int(process.name))
    return found


class Killer(threading.Thread):
    """Kills one executor as soon as `progress()` reaches `goal`."""

    def __init__(self, session, progress, goal):
        super().__init__(daemon=True)
        self.session, self.progress, self.goal = session, progress, goal
        self.killed_at = None
        self.over = threading.Event()

    def run(self):
        while not self.over.wait(0.01):
            if self.progress() >= self.goal and (found := executors(self.session)):
                os.kill(found[0], signal.SIGKILL)
                self.killed_at = self.progress()
                return

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.over.set()
        self.join()


WORDS = ["plain", "naïve", "слово", "汉字", "😀", "a much longer text,"]
BROKEN = [b"\xff", b"\xe2\x82", b"\xc0\xaf", b"\xed\xa0\xbd\xed\xb8\x80", b"caf\xe9"]


def row(number):
    """A row of the generated table, of which some are broken."""
    source = random.Random(number)
    text = " ".join(source.choices(WORDS, k=source.randrange(6))).encode()
    if source.random() < 0.1:
        at = source.randrange(len(text) + 1)
        text = text[:at] + source.choice(BROKEN) + text[at:]
    return None if source.random() < 0.02 else text


def generated(batches):
    for batch in batches:
        numbers = batch.column(0)
        rows = pa.array([row(number) for number in numbers.to_pylist()], pa.binary())
        yield pa.RecordBatch.from_arrays([numbers, rows], ["id", "text"])


def folder(place, lines):
    """Files of mixed, broken encodings, with `lines` lines each."""
    place.mkdir()
    for name, encoding in [("a.utf8", "utf-8"), ("b.utf16", "utf-16"), ("c.koi8", "koi8-r"),
                           ("d.sjis", "shift_jis"), ("e.cp1252", "windows-1252"), ("f.utf8", "utf-8")]:
        source = random.Random(name)
        words = {"koi8-r": ["слово", "ещё", "булок"], "shift_jis": ["漢字", "かな", "text"],
                 "windows-1252": ["café", "naïve", "text"]}.get(encoding, WORDS)
        parts = []
        for _ in range(lines):
            text = " ".join(source.choices(words, k=8)).encode(encoding.replace("utf-16", "utf-16-le"))
            if source.random() < 0.02:
                at = source.randrange(0, len(text), 2)
                text = text[:at] + (b"\x00\xd8" if encoding == "utf-16" else b"\xff\x81") + text[at:]
            parts.append(text + "\n".encode(encoding.replace("utf-16", "utf-16-le")))
        start = b"\xff\xfe" if encoding == "utf-16" else b""
        (place / name).write_bytes(start + b"".join(parts))
    (place / "g.long").write_bytes("汉字😀".encode() * 300_000 + b"\xff" + "汉字".encode() * 300_000)
    (place / "h.binary").write_bytes(random.Random(2).randbytes(300_000))
    return place


def sorted_rows(frame):
    """All rows of a DataFrame, a table or a dataset, in one order."""
    table = frame.toArrow() if hasattr(frame, "toArrow") else \
        frame.to_table() if hasattr(frame, "to_table") else frame
    rows = [tuple(item.items()) for item in table.to_pylist()]
    return sorted(rows, key=repr)


def same(ours, theirs):
    for name in spark.Cleaned._fields:
        if getattr(theirs, name) is not None:
            left, right = sorted_rows(getattr(ours, name)), sorted_rows(getattr(theirs, name))
            assert left == right, name
            assert left


def test_the_package_comes_as_an_archive(session):
    def where(batches):
        import utfkit

        for _ in batches:
            yield pa.record_batch({"file": [utfkit.__file__]})

    [found] = session.range(1).mapInArrow(where, "file string").collect()
    assert ARCHIVE in found.file and found.file != utfkit.__file__


def test_files_while_an_executor_is_killed(session, tmp_path):
    source = folder(tmp_path / "in", 60_000)
    options = {"range_bytes": 1 << 20, "errors": "repair"}
    target = tmp_path / "cluster"

    def done():
        return len(list((target / "_done").glob("*.json")))

    with Killer(session, done, 6) as killer:
        ours = spark.clean(source, target, session=session, **options)
    assert killer.killed_at is not None and killer.killed_at < done(), "it was killed too late"
    theirs = spark.clean(source, tmp_path / "alone", **options)
    same(ours, theirs)
    # Nor do the results depend on the ranges.
    same(spark.clean(source, tmp_path / "whole", errors="repair"), theirs)
    files = {file.path: file for file in ours.files.collect()}
    assert files["c.koi8"].encoding == "koi8-r" and files["d.sjis"].encoding == "shift_jis"
    assert files["a.utf8"].originals > 100


def test_a_table_while_an_executor_is_killed(session, tmp_path):
    count = 200_000
    frame = session.range(0, count, 1, 16).mapInArrow(generated, "id bigint, text binary")
    target = tmp_path / "cluster"

    def parts():
        return len(list(target.rglob("part-*.parquet")))

    with Killer(session, parts, 4) as killer:
        ours = spark.clean(frame, target, session=session, columns=["text"], errors="repair")
    assert killer.killed_at is not None and killer.killed_at < parts(), "it was killed too late"
    numbers = pa.record_batch({"id": pa.array(range(count), pa.int64())})
    table = pa.Table.from_batches(generated([numbers]))
    theirs = spark.clean(table, columns=["text"], errors="repair")
    same(ours, theirs)
    # Without a target, and in other partitions.
    few = frame.where("id < 5000").repartition(3)
    same(spark.clean(few, columns=["text"], errors="replace"),
         spark.clean(table.slice(0, 5000), columns=["text"], errors="replace"))


def test_functions_over_columns(session):
    from pyspark.sql import functions

    rows = [b"ok", b"caf\xe9", None, "naïve".encode(), b"\xff"]
    frame = session.createDataFrame(pa.table({"text": pa.array(rows, pa.binary())}))
    if not hasattr(functions, "arrow_udf"):
        with pytest.raises(ImportError, match="4.1"):
            spark.is_valid_utf8("text")
        return
    # Spark's own functions are the reference.
    ours = frame.select(spark.is_valid_utf8("text"), spark.make_valid_utf8("text"),
                        spark.try_validate_utf8("text"))
    text = functions.col("text").cast("string")
    theirs = frame.select(functions.is_valid_utf8(text), functions.make_valid_utf8(text),
                          functions.try_validate_utf8(text))
    assert list(map(tuple, ours.collect())) == list(map(tuple, theirs.collect()))
    # Text keeps the name of its column, and other results have the name of the function.
    assert ours.columns == ["is_valid_utf8(text)", "text", "text"]
    others = frame.select(spark.first_error("text"), spark.decode("text", "cp1252"), spark.validate_utf8("text"),
                          spark.repair("text"), spark.decode(functions.col("text"), "cp1252"))
    assert others.columns == ["first_error(text)", "text", "text", "text", "decode(text)"]
    found = frame.select(spark.first_error("text").alias("error")).collect()[1].error
    assert (found.kind, found.offset, found.length) == ("truncated", 3, 1)
    decoded = frame.select(spark.decode("text", "cp1252").alias("text")).collect()
    assert [item.text for item in decoded] == ["ok", "café", None, "naÃ¯ve", "ÿ"]
    mojibake = session.createDataFrame([("cafÃ©",)], "text string")
    assert mojibake.select(spark.repair("text").alias("text")).collect()[0].text == "café"
    with pytest.raises(Exception, match="of row"):
        frame.select(spark.validate_utf8("text")).collect()
    koi8 = pa.array([f"{text} {number}".encode("koi8-r") for number, text in
                     enumerate(["Привет, мир", "слово за слово", "ещё немного русского текста"] * 20)])
    assert spark.detect(session.createDataFrame(pa.table({"a": koi8})), "a").encoding == "koi8-r"


def test_a_damaged_archive_is_a_finding(session, tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "cut.gz").write_bytes(b"\x1f\x8b\x08\0cut")
    (tmp_path / "in" / "text").write_bytes(b"text\n")
    cleaned = spark.clean(tmp_path / "in", tmp_path / "out", session=session)
    assert [(one.path, one.kind) for one in cleaned.findings.collect()] == [("cut.gz", "damaged-compression")]
    assert [(one.path, one.text) for one in cleaned.rows.collect()] == [("text", "text\n")]
