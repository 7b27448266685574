"""Directories of files: the job that cleans them, in one process or on a cluster."""

import dataclasses
import functools
import hashlib
import json
import re
import uuid

import pyarrow
import pyarrow.compute as compute
import pyarrow.dataset
import pyarrow.fs
import pyarrow.parquet

from . import rows as lines
from . import source as sources
from .results import Cleaned
from .texts import REJECTED, clean

_STRING, _INT, _BYTES = pyarrow.string(), pyarrow.int64(), pyarrow.binary()

SCHEMAS = {
    "rows": pyarrow.schema([("path", _STRING), ("offset", _INT), ("text", _STRING)]),
    "originals": pyarrow.schema([
        ("path", _STRING), ("offset", _INT), ("bytes", _BYTES), ("encoding", _STRING),
        ("action", _STRING)]),
    "findings": pyarrow.schema([
        ("path", _STRING), ("offset", _INT), ("kind", _STRING), ("bytes", _BYTES),
        ("message", _STRING), ("row", _INT)]),
}
_FILES = pyarrow.schema([
    ("path", _STRING), ("size", _INT), ("encoding", _STRING), ("verdict", _STRING),
    ("confidence", pyarrow.float64()), ("rows", _INT), ("originals", _INT), ("findings", _INT)])

# The maximum number of files in one unit of work.
_MAX_FILES = 1000

# The maximum number of tasks of a stage.
_MAX_TASKS = 10_000

_UNIT = re.compile(r"[0-9a-f]{32}\.(parquet|json)")
_UNFINISHED = re.compile(r"_[0-9a-f]{64}\.part")


@dataclasses.dataclass(frozen=True)
class Job:
    """What is done, and where."""

    source: str
    target: str
    encoding: str
    errors: str
    mixed: str | None

    def path(self, *names):
        """A path below the target."""
        return "/".join([sources.located(self.target)[1].rstrip("/"), *names])


def clean_files(job, session, range_bytes):
    """Cleans all files, and returns the results."""
    listed = sources.listed(job.source)
    _begin(job)
    files = _described(job, session, listed)
    units = _units(files, range_bytes)
    _forget(job, units)
    done = _done(job)
    todo = [json.dumps(units[unit]) for unit in units if unit not in done]
    _run(session, functools.partial(_clean_unit, job), todo)
    _finish(job, files)
    return _results(job, session)


def _begin(job):
    """Makes the directories of the target. A target belongs to one job."""
    filesystem, root = sources.located(job.target)
    from_filesystem, source = sources.located(job.source)
    is_inside = (root + "/").startswith(source.rstrip("/") + "/")
    if is_inside and filesystem.equals(from_filesystem):
        raise ValueError(f"{job.target}: the target is inside the source")
    text = json.dumps(dataclasses.asdict(dataclasses.replace(job, target="")), sort_keys=True)
    if filesystem.get_file_info(job.path("_job.json")).is_file:
        with filesystem.open_input_file(job.path("_job.json")) as file:
            before = file.read().decode()
        if before != text:
            raise ValueError(
                f"{job.target}: the target belongs to another job: {before} (use a new target)")
        return
    selector = pyarrow.fs.FileSelector(root, allow_not_found=True)
    if filesystem.get_file_info(selector):
        raise ValueError(f"{job.target}: the directory has files of something else (use a new target)")
    for name in [*SCHEMAS, "_done"]:
        filesystem.create_dir(job.path(name))
    _write(job, "_job.json", text.encode())


def _write(job, name, data):
    """Writes a file completely or not at all."""
    filesystem, _ = sources.located(job.target)
    part = job.path(f"_{uuid.uuid4().hex}{uuid.uuid4().hex}.part")
    with filesystem.open_output_stream(part) as file:
        file.write(data)
    filesystem.move(part, job.path(name))


def _described(job, session, files):
    """The files with their encodings."""
    items = [json.dumps(dataclasses.asdict(file)) for file in files]
    results = _run(session, functools.partial(_describe, job), items)
    described = [sources.File(**json.loads(text)) for text in results]
    return sorted(described, key=lambda file: file.path)


def _describe(job, text):
    file = sources.File(**json.loads(text))
    return json.dumps(dataclasses.asdict(sources.described(job.source, file, job.encoding)))


def _units(files, range_bytes):
    """The units of work by name: lists of ranges of files, each about `range_bytes` long."""
    step = max(1, round(range_bytes / lines.GRID)) * lines.GRID
    units, unit, size = {}, [], 0

    def close():
        if unit:
            text = json.dumps(unit, sort_keys=True)
            units[hashlib.sha256(text.encode()).hexdigest()[:32]] = list(unit)
            unit.clear()

    for file in files:
        starts = [0] if file.compression else range(0, max(file.size, 1), step)
        for start in starts:
            is_last = start == starts[-1]
            end = None if is_last else start + step
            length = file.size - start if is_last else step
            if size + length > step or len(unit) == _MAX_FILES:
                close()
                size = 0
            unit.append({"file": dataclasses.asdict(file), "start": start, "end": end})
            size += length
    close()
    return units


def _forget(job, units):
    """Deletes what an earlier run left unfinished, or made of files that have changed since."""
    filesystem, root = sources.located(job.target)
    for name in [*SCHEMAS, "_done", ""]:
        place = job.path(name) if name else root
        for info in filesystem.get_file_info(pyarrow.fs.FileSelector(place)):
            is_old = _UNIT.fullmatch(info.base_name) and info.base_name[:32] not in units
            if is_old or _UNFINISHED.fullmatch(info.base_name):
                filesystem.delete_file(info.path)


def _done(job):
    """The names of the units that are complete."""
    filesystem, _ = sources.located(job.target)
    found = filesystem.get_file_info(pyarrow.fs.FileSelector(job.path("_done")))
    return {info.base_name[:32] for info in found if _UNIT.fullmatch(info.base_name)}


def _clean_unit(job, text):
    """Cleans the ranges of a unit. A unit that is done twice has the same files."""
    ranges = json.loads(text)
    unit = hashlib.sha256(json.dumps(ranges, sort_keys=True).encode()).hexdigest()[:32]
    filesystem, _ = sources.located(job.target)
    # An attempt before this one may have got so far.
    if filesystem.get_file_info(job.path("_done", f"{unit}.json")).is_file:
        return ""
    counts = {}
    with _Output(job, unit) as output:
        for one in ranges:
            file = sources.File(**one["file"])
            counts[file.path] = _clean_range(job, file, one["start"], one["end"], output)
    _write(job, f"_done/{unit}.json", json.dumps(counts).encode())
    return ""


def _clean_range(job, file, start, end, output):
    counts = dict.fromkeys(SCHEMAS, 0)
    with sources.Bytes(job.source, file) as data:
        for offsets, column in lines.rows(data.read, file.encoding, file.bom, start, end):
            texts = clean(column, file.encoding, job.errors, job.mixed)
            if data.damage is not None and offsets[-1] + len(column[-1].as_py()) == data.at:
                texts = _with_last_rejected(texts, column)
            is_kept = texts.texts.is_valid()
            kept = pyarrow.array(offsets).filter(is_kept)
            made = {
                "rows": {"offset": kept, "text": texts.texts.filter(is_kept)},
                "originals": {
                    "offset": offsets[texts.rows], "bytes": column.take(pyarrow.array(texts.rows, _INT)),
                    "encoding": [file.encoding] * len(texts.rows), "action": texts.actions},
                "findings": {
                    "offset": [int(offsets[row]) + one.offset for row, one in texts.findings],
                    "kind": [one.kind for _, one in texts.findings],
                    "bytes": [one.bytes for _, one in texts.findings],
                    "message": [one.message for _, one in texts.findings],
                    "row": [int(offsets[row]) for row, _ in texts.findings]},
            }
            for name, arrays in made.items():
                _append(output, counts, file, name, arrays)
        if data.damage is not None:
            damage = {"offset": [data.at], "kind": ["damaged-compression"], "bytes": [b""],
                      "message": [f"cannot be decompressed: {data.damage}"], "row": [data.at]}
            _append(output, counts, file, "findings", damage)
    return counts


def _append(output, counts, file, name, arrays):
    """Writes rows of a table, and counts them."""
    count = len(arrays["offset"])
    counts[name] += count
    if count:
        output.write(name, {"path": [file.path] * count, **arrays})


def _with_last_rejected(texts, column):
    """The texts without that of the last row, which was cut."""
    last = len(column) - 1
    mask = pyarrow.array([row == last for row in range(len(column))])
    texts.texts = compute.if_else(mask, pyarrow.scalar(None, _STRING), texts.texts)
    if last in texts.rows:
        texts.actions[texts.rows.index(last)] = REJECTED
    else:
        texts.rows.append(last)
        texts.actions.append(REJECTED)
    return texts


class _Output:
    """The Parquet files of one unit. They get their names when all are complete."""

    def __init__(self, job, unit):
        self.job, self.unit, self.writers = job, unit, {}
        self.filesystem, _ = sources.located(job.target)

    def write(self, name, arrays):
        schema = SCHEMAS[name]
        if name not in self.writers:
            part = self.job.path(name, f"_{self.unit}{uuid.uuid4().hex}.part")
            stream = self.filesystem.open_output_stream(part)
            self.writers[name] = (pyarrow.parquet.ParquetWriter(stream, schema), stream, part)
        self.writers[name][0].write_table(pyarrow.table(arrays, schema=schema))

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        for name, (writer, stream, part) in self.writers.items():
            writer.close()
            stream.close()
            if kind is None:
                self.filesystem.move(part, self.job.path(name, f"{self.unit}.parquet"))
            else:
                self.filesystem.delete_file(part)


def _run(session, work, items):
    """What `work` returns for each item: in this process, or by tasks of a cluster."""
    if session is None:
        return [work(item) for item in items]
    if not items:
        return []
    frame = session.createDataFrame(pyarrow.table({"item": items}))
    frame = frame.repartition(min(len(items), _MAX_TASKS))
    results = frame.mapInArrow(functools.partial(_run_batches, work), "result string")
    return [row.result for row in results.collect()]


def _run_batches(work, batches):
    for batch in batches:
        for item in batch.column(0).to_pylist():
            yield pyarrow.record_batch({"result": pyarrow.array([work(item)], _STRING)})


def _finish(job, files):
    """Writes the table of files, with the counts of all units."""
    filesystem, _ = sources.located(job.target)
    totals = {file.path: dict.fromkeys(SCHEMAS, 0) for file in files}
    for unit in _done(job):
        with filesystem.open_input_file(job.path("_done", f"{unit}.json")) as stream:
            for path, counts in json.loads(stream.read()).items():
                for name, count in counts.items():
                    totals[path][name] += count
    table = pyarrow.Table.from_pylist(
        [{"path": file.path, "size": file.size, "encoding": file.encoding,
          "verdict": file.verdict, "confidence": file.confidence, **totals[file.path]}
         for file in files], schema=_FILES)
    sink = pyarrow.BufferOutputStream()
    pyarrow.parquet.write_table(table, sink)
    _write(job, "files.parquet", sink.getvalue())


def _results(job, session):
    filesystem, _ = sources.located(job.target)
    schemas = {**SCHEMAS, "files.parquet": _FILES}
    if session is None:
        return Cleaned(*[
            pyarrow.dataset.dataset(job.path(name), schema, "parquet", filesystem=filesystem)
            for name, schema in schemas.items()])
    from pyspark.sql.pandas.types import from_arrow_schema

    base = job.target if "://" in job.target else "file://" + job.target
    return Cleaned(*[
        session.read.schema(from_arrow_schema(schema)).parquet(f"{base.rstrip('/')}/{name}")
        for name, schema in schemas.items()])
