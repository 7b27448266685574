"""Functions over columns of Spark, as Arrow UDFs."""

from utfkit import arrow

_ERROR = "struct<kind:string,offset:bigint,length:bigint>"


def _applied(function, returns, column, name=None):
    """Returns the column of the results. Spark shows it as `name`, by default the name of `function`.

    A column of text that is named keeps its name.
    """
    from pyspark.sql import functions

    if not hasattr(functions, "arrow_udf"):
        raise ImportError("functions over columns need PySpark 4.1 or later")

    # Spark reads the parameters, and it does not know those of a function with `*arguments`.
    def on_rows(rows):
        return function(rows)

    on_rows.__name__ = name or function.__name__
    result = functions.arrow_udf(on_rows, returns)(column)
    if returns == "string" and isinstance(column, str):
        return result.alias(column.rpartition(".")[2])
    return result


def is_valid_utf8(column):
    """Returns for each row whether it is well-formed UTF-8."""
    return _applied(arrow.is_valid_utf8, "boolean", column)


def make_valid_utf8(column):
    """Returns strings, with U+FFFD for each maximal subpart that is ill-formed."""
    return _applied(arrow.make_valid_utf8, "string", column)


def validate_utf8(column):
    """Returns strings. A row that is ill-formed is an error of the query."""
    return _applied(arrow.validate_utf8, "string", column)


def try_validate_utf8(column):
    """Returns strings, with null for rows that are ill-formed."""
    return _applied(arrow.try_validate_utf8, "string", column)


def first_error(column):
    """Returns for each row its first error: a struct of kind, offset and length, or null."""
    return _applied(arrow.first_error, _ERROR, column)


def decode(column, encoding, errors="strict"):
    """Returns the text of each row, a whole text in `encoding`: see `utfkit.arrow.decode`."""
    return _applied(lambda rows: arrow.decode(rows, encoding, errors), "string", column, "decode")


def repair(column, *, errors="replace", **options):
    """Repairs each row where the damage has one interpretation: see `utfkit.arrow.repair`."""
    return _applied(lambda rows: arrow.repair(rows, errors=errors, **options), "string", column, "repair")


def detect(frame, column, rows=10_000):
    """Returns which encoding the rows of a column are in, by at most `rows` different rows.

    Which rows are taken does not depend on the partitioning.
    """
    from pyspark.sql import functions

    bytes_of = functions.col(column).cast("binary").alias("bytes")
    sample = frame.select(bytes_of).distinct().where("bytes is not null")
    sample = sample.orderBy(functions.xxhash64("bytes"), "bytes").limit(rows)
    return arrow.detect(sample.toArrow()["bytes"])
