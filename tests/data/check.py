"""Runs what data.test.mjs asks for, as JSON, in one process, because Spark starts slowly. Prints the results as JSON."""

import json
import sys
import traceback

import duckdb
import pandas as pd
import polars as pl
import pyarrow.csv
from pyspark.sql import SparkSession

asked = json.load(sys.stdin)
spark = (
    SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").config("spark.sql.session.timeZone", "UTC")
).getOrCreate()


def error_of(block):
    try:
        exec(compile(block["code"], block["where"], "exec"), {})
    except BaseException:
        return traceback.format_exc()


def whole(value):
    return None if value is None or value is pd.NA or value != value else str(int(value))


def integers(texts):
    return [None if text is None else int(text) for text in texts]


def column_of(call):
    """The type and the values of the column `author` that a call returns."""
    table = eval(call)
    if isinstance(table, duckdb.DuckDBPyRelation):
        return str(table.types[table.columns.index("author")]), [row[0] for row in table.select("author").fetchall()]
    if hasattr(table, "dtypes") and isinstance(table.dtypes, list) and isinstance(table.dtypes[0], tuple):
        return dict(table.dtypes)["author"], [row[0] for row in table.select("author").collect()]
    if isinstance(table, pyarrow.Table):
        return str(table["author"].type), table["author"].to_pylist()
    return str(table["author"].dtype), list(table["author"])


def read(call):
    found, values = column_of(call)
    return {"type": found, "values": list(map(whole, values))}


def columns(layout, ids):
    """The columns that the document's functions make of IDs, in pandas and in polars: the time in ms, and the fields."""
    from flakes import pandas_columns, polars_columns

    frame = pandas_columns(pd.Series(ids, dtype="UInt64"), layout)
    ms = frame["time"].dt.as_unit("ms").astype("int64").astype("Int64")
    frame["time"] = ms.where(frame["time"].notna())
    other = pl.DataFrame({"id": ids}, schema={"id": pl.UInt64}).select(**polars_columns(pl.col("id"), layout))
    other = other.with_columns(pl.col("time").dt.epoch("ms"))
    return [{name: list(map(whole, table[name])) for name in table.columns} for table in (frame, other)]


def in_spark(query, ids):
    spark.createDataFrame([(id,) for id in ids], "id BIGINT").createOrReplaceTempView("messages")
    return [row.asDict() for row in spark.sql(query).collect()]


results = {
    "blocks": [error_of(block) for block in asked["blocks"]],
    "reads": [read(call) for call in asked["reads"]],
    "columns": [columns(row["layout"], integers(row["ids"])) for row in asked["formats"]],
    "spark": in_spark(asked["spark"]["query"], integers(asked["spark"]["ids"])),
    "zone": str(spark.sql("SELECT timestamp_millis(0)").first()[0]),
}
print(json.dumps(results))
