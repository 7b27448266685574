"""What cleaning returns."""

import typing


class Cleaned(typing.NamedTuple):
    """The results of `clean`: DataFrames of Spark, or tables and datasets of pyarrow."""

    # The rows that are text, without errors.
    rows: typing.Any
    # The bytes of all rows that were rejected or changed, so that nothing is lost.
    originals: typing.Any
    # One row per error.
    findings: typing.Any
    # One row per file; `None` for a table.
    files: typing.Any
