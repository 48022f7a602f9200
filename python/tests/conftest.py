"""A session of Spark on two local cores, which all tests share."""

import os
import sys

import pytest


@pytest.fixture(scope="session")
def spark():
    from pyspark.sql import SparkSession

    import tagspan.spark

    # Workers would take the `python3` of the path.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    # Two cores, and two attempts for each task.
    session = SparkSession.builder.master("local[2,2]").config("spark.ui.enabled", "false").getOrCreate()
    session.dataSource.register(tagspan.spark.TagspanDataSource)
    yield session
    session.stop()
