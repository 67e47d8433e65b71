"""Measures the ways from one XML file into a DataFrame of Spark, in one session with two cores, and prints JSON.

    spark.py COMMAND FEED ROUNDS
"""

import json
import pathlib
import platform
import shutil
import subprocess
import sys
import time

from pyspark.sql import SparkSession

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "Examples" / "spark"
MASTER, MEMORY, PART_SIZE, RECORDS = "local[2]", "2g", "16M", ["--records", "channel/item"]
sys.path.append(str(EXAMPLE))
import orders  # noqa: E402


def main(command, feed, rounds):
    settings = {"spark.driver.memory": MEMORY, "spark.ui.enabled": "false", "spark.ui.showConsoleProgress": "false"}
    spark = SparkSession.builder.appName("benchmark").master(MASTER).config(map=settings).getOrCreate()
    spark.sparkContext.setLogLevel("OFF")
    # The tasks import the example, and find the command by the name of the file that Spark sends to them.
    sent = shutil.copy2(command, "xml2dict")
    spark.sparkContext.addPyFile(str(EXAMPLE / "orders.py"))
    spark.sparkContext.addFile(sent)

    def consumed(frame):
        """Makes Spark read all columns of all records, and write them nowhere."""
        frame.write.format("noop").mode("overwrite").save()
        return frame

    def source(**schema):
        return spark.read.format("xml").option("rowTag", "item").load(feed, **schema)

    def alone(path):
        with open(path, "wb") as file:
            subprocess.run([command, "-j", "2", *RECORDS, feed], stdout=file, check=True)

    def alone_then_spark():
        alone("items.jsonl")
        return consumed(spark.read.json("items.jsonl", schema=ours))

    own = source().schema
    alone("items.jsonl")
    ours = spark.read.json("items.jsonl").schema
    # Every way but one uses a schema that Spark inferred before the measurement.
    ways = {
        "Spark's XML source": lambda: consumed(source(schema=own)),
        "Spark's XML source, which infers the schema": lambda: consumed(source()),
        "`xml2dict --part` in each task": lambda: consumed(spark.read.json(orders.in_parts(spark, feed, PART_SIZE, RECORDS), schema=ours)),
        "`xml2dict --records -j 2`, then Spark's JSON source": alone_then_spark,
        "`xml2dict --records -j 2` without Spark": lambda: alone("/dev/null"),
    }
    seconds, frames = {name: [] for name in ways}, {}
    for _ in range(1 + rounds):
        for name, way in ways.items():
            start = time.perf_counter()
            frames[name] = way()
            seconds[name].append(round(time.perf_counter() - start, 4))
    lines = sum(1 for _ in open("items.jsonl", "rb"))
    java = spark.sparkContext._jvm.java.lang.System.getProperty("java.version")
    return {
        "versions": {"Spark": spark.version, "Java": java, "Python": platform.python_version()},
        "master": MASTER, "memory": MEMORY,
        "ways": [
            {
                "name": name, "bytes": pathlib.Path(feed).stat().st_size, "wall_seconds": seconds[name][1:],
                "records": frame.count() if frame else lines, "tasks": frame.rdd.getNumPartitions() if frame else 0,
            }
            for name, frame in frames.items()
        ],
    }


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], sys.argv[2], int(sys.argv[3]))))
