"""A server of S3, and a session of Spark on two local cores, which all tests share."""

import os
import sys

import pytest

BUCKET = "tagspan-tests"


class Store:
    """A bucket of a server of S3 on loopback, which the variables lead to."""

    def __init__(self, endpoint):
        import boto3

        self.variables = {
            "AWS_ENDPOINT_URL": endpoint,
            "AWS_ALLOW_HTTP": "true",
            "AWS_REGION": "us-east-1",
            "AWS_ACCESS_KEY_ID": "AKIATEST",
            "AWS_SECRET_ACCESS_KEY": "secret",
        }
        self.client = boto3.client(
            "s3", endpoint_url=endpoint, region_name="us-east-1", aws_access_key_id="AKIATEST", aws_secret_access_key="secret"
        )
        self.client.create_bucket(Bucket=BUCKET)

    def put(self, key, content):
        """The URL of the object."""
        self.client.put_object(Bucket=BUCKET, Key=key, Body=content)
        return f"s3://{BUCKET}/{key}"


@pytest.fixture(scope="session")
def store():
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    store = Store("http://{}:{}".format(*server.get_host_and_port()))
    yield store
    store.client.close()
    server.stop()


@pytest.fixture
def s3(store, monkeypatch):
    """The same, with the variables set."""
    for name, value in store.variables.items():
        monkeypatch.setenv(name, value)
    return store


@pytest.fixture(scope="session")
def spark(store):
    from pyspark.sql import SparkSession

    import tagspan.spark

    # Workers would take the `python3` of the path.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    # Two cores, and two attempts for each task.
    builder = SparkSession.builder.master("local[2,2]").config("spark.ui.enabled", "false")
    for name, value in store.variables.items():
        builder.config(f"spark.executorEnv.{name}", value)
    session = builder.getOrCreate()
    session.dataSource.register(tagspan.spark.TagspanDataSource)
    yield session
    session.stop()
