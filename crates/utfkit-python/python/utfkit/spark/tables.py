"""Tables: the text columns of a Spark DataFrame, or of a table of pyarrow."""

import functools
import hashlib
import os

import pyarrow
import pyarrow.compute as compute
import pyarrow.parquet

from .results import Cleaned
from .texts import REJECTED, as_bytes, clean

# The columns that are added to each row.
ACTION, ORIGINALS, FINDINGS = "_action", "_originals", "_findings"

FINDING = pyarrow.struct([
    pyarrow.field("column", pyarrow.string()),
    pyarrow.field("offset", pyarrow.int64()),
    pyarrow.field("kind", pyarrow.string()),
    pyarrow.field("bytes", pyarrow.binary()),
    pyarrow.field("message", pyarrow.string()),
])


def text_columns(schema, columns):
    """The names of the columns to clean: those with strings, unless they are given."""
    names = schema.names
    if columns is None:
        return [field.name for field in schema if _is_string(field.type)]
    for name in columns:
        if name not in names:
            raise ValueError(f"unknown column: {name!r} (the table has {', '.join(names)})")
        kind = schema.field(name).type
        if not (_is_string(kind) or _is_bytes(kind)):
            raise TypeError(f"column {name!r}: expected strings or bytes, found {kind}")
    return list(columns)


def _is_string(kind):
    types = pyarrow.types
    return types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)


def _is_bytes(kind):
    types = pyarrow.types
    return types.is_binary(kind) or types.is_large_binary(kind) or types.is_binary_view(kind)


def marked_schema(schema, columns):
    """The schema of the rows of `marked`."""
    for name in columns:
        at = schema.get_field_index(name)
        schema = schema.set(at, pyarrow.field(name, pyarrow.string()))
    originals = pyarrow.struct([pyarrow.field(name, pyarrow.binary()) for name in columns])
    schema = schema.append(pyarrow.field(ACTION, pyarrow.string()))
    schema = schema.append(pyarrow.field(ORIGINALS, originals))
    return schema.append(pyarrow.field(FINDINGS, pyarrow.list_(FINDING))).remove_metadata()


def marked(batch, columns, encoding, errors, mixed):
    """A batch with clean columns, and what became of each row."""
    arrays = dict(zip(batch.schema.names, batch.columns))
    actions, findings = {}, {}
    for name in columns:
        texts = clean(arrays[name], encoding, errors, mixed)
        arrays[name] = texts.texts
        for row, action in zip(texts.rows, texts.actions):
            if actions.get(row) != REJECTED:
                actions[row] = action
        for row, finding in texts.findings:
            findings.setdefault(row, []).append({
                "column": name, "offset": finding.offset, "kind": finding.kind,
                "bytes": finding.bytes, "message": finding.message,
            })
    schema = marked_schema(batch.schema, columns)
    rows = range(batch.num_rows)
    arrays[ACTION] = pyarrow.array([actions.get(row) for row in rows], pyarrow.string())
    arrays[ORIGINALS] = _originals(batch, columns, actions, schema.field(ORIGINALS).type)
    arrays[FINDINGS] = pyarrow.array([findings.get(row) for row in rows], pyarrow.list_(FINDING))
    return pyarrow.RecordBatch.from_arrays([arrays[name] for name in schema.names], schema=schema)


def _originals(batch, columns, actions, kind):
    """The bytes of the rows that were changed or rejected; null for all others."""
    if not actions:
        return pyarrow.nulls(batch.num_rows, kind)
    rows = sorted(actions)
    parts = [as_bytes(batch.column(name)).take(pyarrow.array(rows)) for name in columns]
    parts = [part.cast(pyarrow.binary()) for part in parts]
    places = {row: place for place, row in enumerate(rows)}
    places = [places.get(row) for row in range(batch.num_rows)]
    structs = pyarrow.StructArray.from_arrays(parts, fields=list(kind))
    return structs.take(pyarrow.array(places, pyarrow.int64()))


def clean_arrow(table, target, columns, key, encoding, errors, mixed):
    """Cleans a table of pyarrow in this process."""
    columns = text_columns(table.schema, columns)
    key = _key(table.schema.names, columns, key)
    path = _path(target, columns, encoding, errors, mixed)
    if path is not None and os.path.exists(path):
        whole = pyarrow.parquet.read_table(path)
    else:
        batches = [marked(batch, columns, encoding, errors, mixed) for batch in table.to_batches()]
        whole = pyarrow.Table.from_batches(batches, marked_schema(table.schema, columns))
        if path is not None:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            pyarrow.parquet.write_table(whole, path + ".part")
            os.replace(path + ".part", path)
    is_changed = compute.is_valid(whole[ACTION])
    is_rejected = compute.fill_null(compute.equal(whole[ACTION], REJECTED), False)
    changed = whole.filter(is_changed)
    before = pyarrow.chunked_array(changed[ORIGINALS].chunks, changed[ORIGINALS].type)
    originals = changed.select(table.schema.names)
    for name in columns:
        at = originals.schema.get_field_index(name)
        originals = originals.set_column(at, name, compute.struct_field(before, name))
    originals = originals.append_column("action", changed[ACTION])
    lists = whole[FINDINGS].combine_chunks()
    rows_of, flat = compute.list_parent_indices(lists), compute.list_flatten(lists)
    columns_of = {name: whole[name].take(rows_of) for name in key}
    columns_of |= {field.name: compute.struct_field(flat, field.name) for field in FINDING}
    found = pyarrow.table(columns_of)
    rows = whole.filter(compute.invert(is_rejected)).select(table.schema.names)
    return Cleaned(rows, originals, found, None)


def clean_frame(frame, target, columns, key, encoding, errors, mixed):
    """Cleans a DataFrame of Spark, lazily unless there is a target."""
    from pyspark.sql import functions
    from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

    schema = to_arrow_schema(frame.schema)
    columns = text_columns(schema, columns)
    key = _key(frame.columns, columns, key)
    # A function of this module is sent to the executors by its name.
    work = functools.partial(_batches, columns=columns, encoding=encoding, errors=errors,
                             mixed=mixed)
    whole = frame.mapInArrow(work, from_arrow_schema(marked_schema(schema, columns)))
    path = _path(target, columns, encoding, errors, mixed)
    if path is not None:
        whole = _stored(frame.sparkSession, whole, path)

    def column(*names):
        return functions.col(".".join("`" + name.replace("`", "``") + "`" for name in names))

    action = column(ACTION)
    rows = whole.where(action.isNull() | (action != REJECTED))
    originals = whole.where(action.isNotNull()).select(
        *[column(ORIGINALS, name).alias(name) if name in columns else column(name)
          for name in frame.columns],
        action.alias("action"))
    one = functions.explode(column(FINDINGS)).alias(FINDINGS)
    found = whole.select(*map(column, key), one)
    fields = [column(FINDINGS, field.name).alias(field.name) for field in FINDING]
    return Cleaned(rows.select(*map(column, frame.columns)), originals,
                   found.select(*map(column, key), *fields), None)


def _batches(batches, **options):
    for batch in batches:
        yield marked(batch, **options)


def _path(target, *options):
    """Where the results with these options are stored."""
    if target is None:
        return None
    name = hashlib.sha256(repr(options).encode()).hexdigest()[:16]
    return f"{os.fspath(target).rstrip('/')}/{name}.parquet"


def _stored(session, frame, path):
    """`frame` as it is stored at `path`. It is stored once."""
    from pyspark.errors import AnalysisException

    try:
        # Spark writes this file when all parts are complete.
        session.read.format("binaryFile").load(path + "/_SUCCESS").count()
    except AnalysisException:
        frame.write.mode("overwrite").parquet(path)
    return session.read.schema(frame.schema).parquet(path)


def _key(names, columns, key):
    if key is None:
        return [name for name in names if name not in columns]
    for name in key:
        if name not in names:
            raise ValueError(f"unknown column: {name!r} (the table has {', '.join(names)})")
        if name in columns:
            raise ValueError(f"column {name!r} is cleaned, so it cannot be a key")
    return list(key)
