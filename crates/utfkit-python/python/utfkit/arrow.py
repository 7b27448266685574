"""UTF-8 in columns of Apache Arrow.

The functions take any object with the Arrow PyCapsule interface: arrays and columns of pyarrow and
Polars, relations of DuckDB with one column, columns of pandas. They return a column of the same
library if it is pyarrow, Polars or pandas, and `Array` or `ChunkedArray` otherwise. None of these
libraries is required.

A column that is already valid shares its buffers with the result. Nulls are unchanged. Offsets, views
and lengths that are out of range raise `ValueError`. Errors name the row of the column, from 0.
`is_valid_utf8`, `make_valid_utf8`, `validate_utf8` and `try_validate_utf8` return the same results as
Spark 4's functions of these names.

>>> import pyarrow as pa
>>> column = pa.array([b"ok", b"caf\\xe9", None])
>>> make_valid_utf8(column).to_pylist()
['ok', 'caf�', None]
>>> is_valid_utf8(column).to_pylist()
[True, False, None]
>>> first_error(column).to_pylist()[1]
{'kind': 'truncated', 'offset': 3, 'length': 1}
>>> decode(column, "windows-1252").to_pylist()
['ok', 'café', None]
>>> encode(pa.array(["café"]), "windows-1252").to_pylist()
[b'caf\\xe9']
>>> [_, row] = repair(pa.array(["ok", "cafÃ©"]), report=True).to_pylist()
>>> row["text"], row["changed"], row["fixes"][0]["kind"]
('café', True, 'mojibake')
"""

import functools as _functools
import sys as _sys

from ._utfkit import arrow as _arrow

Array = _arrow.Array
ChunkedArray = _arrow.ChunkedArray


def _exported(column):
    """Returns the object that exports `column`, because pandas itself exports only tables."""
    pandas = _sys.modules.get("pandas")
    if pandas is not None and isinstance(column, pandas.Series):
        array = getattr(column.array, "__arrow_array__", None)
        if array is not None:
            return array()
        import pyarrow

        return pyarrow.array(column, from_pandas=True)
    return column


def _library(column):
    """Returns the name of the library that `column` belongs to."""
    return type(column).__module__.partition(".")[0]


def _like(column, result):
    """Returns `result` as the type of `column`."""
    library = _library(column)
    if library == "pyarrow":
        import pyarrow

        if isinstance(result, ChunkedArray):
            return pyarrow.chunked_array(result)
        return pyarrow.array(result)
    if library == "polars":
        import polars

        return polars.Series(result).alias(getattr(column, "name", ""))
    if library == "pandas":
        import pandas
        import pyarrow

        if isinstance(result, ChunkedArray):
            array = pyarrow.chunked_array(result)
        else:
            array = pyarrow.chunked_array([pyarrow.array(result)])
        data = pandas.array(array, dtype=pandas.ArrowDtype(array.type))
        return pandas.Series(data, index=column.index, name=getattr(column, "name", None))
    return result


def _function(function):
    # The module is this one, so that `pickle` finds the function.
    @_functools.wraps(function, ("__name__", "__qualname__", "__doc__"))
    def on_column(column, *arguments, **options):
        return _like(column, function(_exported(column), *arguments, **options))

    return on_column


is_valid_utf8 = _function(_arrow.is_valid_utf8)
make_valid_utf8 = _function(_arrow.make_valid_utf8)
validate_utf8 = _function(_arrow.validate_utf8)
try_validate_utf8 = _function(_arrow.try_validate_utf8)
first_error = _function(_arrow.first_error)
decode = _function(_arrow.decode)
encode = _function(_arrow.encode)
repair = _function(_arrow.repair)


def check(table, *, columns=None):
    """Returns all errors of a table or a column, as a table with the columns column, row, offset,
    length, kind and bytes.

    All columns with strings or bytes are checked, also inside structs, lists, maps and dictionaries.
    The errors of a struct's field have the column `struct.field`. A column that cannot be checked, such
    as a union of strings, raises `TypeError`. `columns` are the names of the columns to check, or one
    name.

    >>> import pyarrow as pa
    >>> errors = check(pa.table({"name": [b"a", b"caf\\xe9"]}))
    >>> errors.select(["column", "row", "offset", "kind"]).to_pylist()
    [{'column': 'name', 'row': 1, 'offset': 3, 'kind': 'truncated'}]
    """
    if columns is not None:
        columns = [columns] if isinstance(columns, str) else list(columns)
    errors = _arrow.check(_exported(table), columns=columns)
    library = _library(table)
    if library == "polars":
        import polars

        return polars.DataFrame(errors)
    if library in ("pyarrow", "pandas"):
        import pyarrow

        errors = pyarrow.table(errors)
        return errors.to_pandas() if library == "pandas" else errors
    return errors


def detect(column):
    """Returns the encoding of all rows together.

    >>> import pyarrow as pa
    >>> detect(pa.array(["naïve".encode(), "café".encode()])).encoding
    'utf-8'
    """
    return _arrow.detect(_exported(column))


__all__ = [
    "Array",
    "ChunkedArray",
    "check",
    "decode",
    "detect",
    "encode",
    "first_error",
    "is_valid_utf8",
    "make_valid_utf8",
    "repair",
    "try_validate_utf8",
    "validate_utf8",
]
