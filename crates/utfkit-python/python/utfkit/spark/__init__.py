"""The functions of `utfkit.arrow` on a Spark cluster, and a job that cleans files and tables.

`clean` is the job. It needs pyarrow and NumPy, and PySpark 4 only for a cluster: without a session it
runs in this process, with the same results. Functions over columns are Arrow UDFs, for PySpark 4.1.

>>> import pathlib, tempfile
>>> place = pathlib.Path(tempfile.mkdtemp())
>>> (place / "in").mkdir()
>>> _ = (place / "in" / "a.csv").write_bytes(b"1,ok\\n2,caf\\xff\\xe9\\n3,na\\xc3\\xafve\\n")
>>> cleaned = clean(place / "in", place / "out", encoding="utf-8")
>>> cleaned.rows.to_table().to_pydict()
{'path': ['a.csv', 'a.csv'], 'offset': [0, 13], 'text': ['1,ok\\n', '3,naïve\\n']}
>>> cleaned.findings.to_table().select(["offset", "kind"]).to_pylist()
[{'offset': 10, 'kind': 'invalid-byte'}, {'offset': 11, 'kind': 'truncated'}]
>>> cleaned.originals.to_table()["bytes"].to_pylist()
[b'2,caf\\xff\\xe9\\n']
"""

import os as _os

from . import files as _files
from . import rows as _rows
from . import tables as _tables
from . import texts as _texts
from .columns import (
    decode,
    detect,
    first_error,
    is_valid_utf8,
    make_valid_utf8,
    repair,
    try_validate_utf8,
    validate_utf8,
)
from .results import Cleaned


def clean(source, target=None, *, session=None, encoding="auto", errors="reject", mixed=None,
          columns=None, key=None, range_bytes=64 << 20):
    """Cleans files or a table, and returns the `Cleaned` rows, originals, findings and files.

    `source` is a path or URI of a file or directory, a DataFrame of Spark, or a table of pyarrow.

    `errors` says what becomes of a row with an error: `reject` leaves it out; `replace`, `ignore` and
    `utfkit.escape` change it; `repair` fixes damage that has one interpretation, and rejects other
    rows. `mixed` is the encoding of ill-formed bytes that `repair` has no other fix for. The bytes of
    all rows that are rejected or changed are in `originals`.

    Files need a `target`, a directory of their own. A row is a line with its line end, or a part of a
    line of more than a mebibyte. Files of gzip and zstd are read decompressed. `auto` detects the
    encoding of each file. If a compressed file is damaged, the lines before the damage are cleaned, the
    last of them is rejected, and the findings have a row of the kind `damaged-compression`. With a
    `session`, files are cleaned on its cluster, in ranges of about `range_bytes`; all machines must have
    `source` and `target` under the same path. A run that was stopped goes on where it was. The results
    do not depend on the ranges or machines.

    Of a table, `columns` are cleaned: all columns of strings, unless they are given. `auto` means
    UTF-8. The findings have the columns `key`, which are all columns that are not cleaned unless they
    are given. With a `target`, the results are stored, and not made again. It belongs to one table.
    """
    _texts.check_options(encoding, errors, mixed)
    if isinstance(source, (str, _os.PathLike)):
        if target is None:
            raise TypeError("files need a target")
        if encoding != "auto" and not _rows.has_lines(encoding):
            raise ValueError(f"files cannot be read by lines in {encoding}")
        if columns is not None or key is not None:
            raise TypeError("only tables have columns and a key")
        job = _files.Job(_absolute(source), _absolute(target), encoding, errors, mixed)
        return _files.clean_files(job, session, range_bytes)
    encoding = "utf-8" if encoding == "auto" else encoding
    is_arrow = hasattr(source, "to_batches")
    if not is_arrow and not hasattr(source, "mapInArrow"):
        kind = type(source).__name__
        raise TypeError(f"expected a path, a DataFrame of Spark or a table of pyarrow, found {kind}")
    work = _tables.clean_arrow if is_arrow else _tables.clean_frame
    return work(source, target, columns, key, encoding, errors, mixed)


def _absolute(path):
    """The path or URI as all processes know it."""
    text = _os.fspath(path)
    return text if "://" in text else _os.path.abspath(text)


__all__ = [
    "Cleaned",
    "clean",
    "decode",
    "detect",
    "first_error",
    "is_valid_utf8",
    "make_valid_utf8",
    "repair",
    "try_validate_utf8",
    "validate_utf8",
]
