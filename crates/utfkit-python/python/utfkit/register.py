"""Gives other libraries the functions of `utfkit.arrow`: one call for each library.

>>> import pandas as pd
>>> from utfkit import register
>>> register.pandas()
>>> pd.Series([b"ok", b"caf\\xe9"]).utfkit.is_valid_utf8().tolist()
[True, False]
"""

from . import arrow as _arrow

# The functions that return a row for each row, and the names of their types without options.
_ROWS = {
    "is_valid_utf8": "bool",
    "make_valid_utf8": "string",
    "repair": "string",
    "try_validate_utf8": "string",
    "validate_utf8": "string",
}
# All functions that return a row for each row.
_OF_ROWS = [*_ROWS, "decode", "encode", "first_error"]
_NAMES = [*_OF_ROWS, "check", "detect"]


class _Namespace:
    """The functions of `utfkit.arrow` with a column as their first argument."""

    def __init__(self, column):
        self._column = column


def _of_one_column(function):
    """Returns a function with one parameter, because DuckDB counts them."""
    return lambda column: function(column)


def _method(name):
    function = getattr(_arrow, name)

    def method(self, *arguments, **options):
        return function(self._column, *arguments, **options)

    method.__name__, method.__doc__ = name, f"See `utfkit.arrow.{name}`."
    return method


for _name in _NAMES:
    setattr(_Namespace, _name, _method(_name))


def pandas():
    """Registers `Series.utfkit`."""
    from pandas import Series
    from pandas.api.extensions import register_series_accessor

    if not hasattr(Series, "utfkit"):
        register_series_accessor("utfkit")(type("SeriesNamespace", (_Namespace,), {}))


def polars():
    """Registers `Series.utfkit`, and `Expr.utfkit` with the functions that return a row for each row.

    >>> import polars as pl
    >>> polars()
    >>> frame = pl.DataFrame({"name": [b"ok", b"caf\\xe9"]})
    >>> frame.select(pl.col("name").utfkit.make_valid_utf8())["name"].to_list()
    ['ok', 'caf�']
    """
    import polars as library

    if hasattr(library.Series, "utfkit"):
        return

    def method(name):
        function = getattr(_arrow, name)

        def on_expression(self, *arguments, **options):
            def on_batch(series):
                return function(series, *arguments, **options)

            # The type of the results depends on the options.
            empty = on_batch(library.Series([], dtype=library.Binary))
            return self._column.map_batches(on_batch, return_dtype=empty.dtype)

        on_expression.__name__, on_expression.__doc__ = name, f"See `utfkit.arrow.{name}`."
        return on_expression

    methods = {name: method(name) for name in _OF_ROWS}
    methods["__init__"] = _Namespace.__init__
    library.api.register_series_namespace("utfkit")(type("SeriesNamespace", (_Namespace,), {}))
    library.api.register_expr_namespace("utfkit")(type("ExprNamespace", (), methods))


def pyarrow():
    """Registers `utfkit_is_valid_utf8` and so on, for `pyarrow.compute.call_function` and datasets.

    They take bytes.

    >>> import pyarrow as pa, pyarrow.compute as pc
    >>> pyarrow()
    >>> pc.call_function("utfkit_is_valid_utf8", [pa.array([b"ok", b"\\xff"])]).to_pylist()
    [True, False]
    """
    import pyarrow as library
    import pyarrow.compute

    types = {"bool": library.bool_(), "string": library.string()}
    for name, type_name in _ROWS.items():
        if f"utfkit_{name}" in library.compute.list_functions():
            continue
        function = getattr(_arrow, name)
        text = (function.__doc__ or name).strip()
        doc = {"summary": text.partition("\n")[0], "description": text}

        def on_batch(_context, column, function=function):
            return function(column)

        arguments = {"column": library.binary()}
        library.compute.register_scalar_function(on_batch, f"utfkit_{name}", doc, arguments, types[type_name])


def duckdb(connection):
    """Creates the functions `utfkit_is_valid_utf8` and so on in a connection of DuckDB. They take BLOBs.

    >>> import duckdb as db
    >>> connection = db.connect()
    >>> duckdb(connection)
    >>> connection.sql("SELECT utfkit_make_valid_utf8('caf\\\\xE9'::BLOB)").fetchall()
    [('caf�',)]
    """
    types = {"bool": "BOOLEAN", "string": "VARCHAR"}
    # A cursor does not disturb a query that is being read.
    known = connection.cursor().execute("SELECT function_name FROM duckdb_functions()").fetchall()
    for name, type_name in _ROWS.items():
        if (f"utfkit_{name}",) in known:
            continue
        function = _of_one_column(getattr(_arrow, name))
        connection.create_function(f"utfkit_{name}", function, ["BLOB"], types[type_name], type="arrow")


__all__ = ["duckdb", "pandas", "polars", "pyarrow"]
