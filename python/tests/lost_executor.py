"""Reads an archive with two executors of Spark, kills one once there are rows, and prints what came as JSON: for `test_s3.py`."""

import json
import os
import signal
import sys
import threading
import time
from pathlib import Path

from pyspark.sql import SparkSession

import tagspan.spark


def executors(application):
    """The ids of the processes that run tasks of an application."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            arguments = (process / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if application.encode() in arguments and any(argument.endswith(b"CoarseGrainedExecutorBackend") for argument in arguments):
            yield int(process.name)


def kill_one(context, killed, is_over):
    tracker = context.statusTracker()
    while not is_over.wait(0.01):
        stages = [tracker.getStageInfo(stage) for stage in tracker.getActiveStageIds()]
        if any(stage.numCompletedTasks >= 2 for stage in stages if stage):
            first = min(executors(context.applicationId))
            os.kill(first, signal.SIGKILL)
            killed.append(first)
            return


os.environ["PYSPARK_PYTHON"] = sys.executable
# Two executors with a core and 1024 MiB each, in processes of their own.
session = SparkSession.builder.master("local-cluster[2,1,1024]").config("spark.ui.enabled", "false").config("spark.ui.showConsoleProgress", "false").getOrCreate()
session.dataSource.register(tagspan.spark.TagspanDataSource)
reader = session.read.format("tagspan").option("columns", "record_offset,uri").option("losses", "fail").option("splitSize", "1m")
frame = reader.option("paths", sys.argv[1]).load()
while len(list(executors(session.sparkContext.applicationId))) < 2:
    time.sleep(0.1)
killed, is_over = [], threading.Event()
killer = threading.Thread(target=kill_one, args=(session.sparkContext, killed, is_over))
killer.start()
rows = [tuple(row) for row in frame.collect()]
is_over.set()
killer.join()
tracker = session.sparkContext.statusTracker()
failed = sum(tracker.getStageInfo(stage).numFailedTasks for job in tracker.getJobIdsForGroup() for stage in tracker.getJobInfo(job).stageIds)
print(json.dumps({"rows": sorted(rows), "killed": killed, "failed": failed}))
session.stop()
