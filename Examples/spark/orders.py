#!/usr/bin/env python3
"""Makes a DataFrame of Spark from many XML files, or from one large file: each worker runs xml2dict on its share.

    spark-submit --files "$(command -v xml2dict)" orders.py pipe /shared/orders
    spark-submit --files "$(command -v xml2dict)" orders.py partitions hdfs:///orders
    spark-submit --files "$(command -v xml2dict)" orders.py parts /shared/orders.xml 64M

There are two ways for many files. `pipe` is the short one: Spark sends the workers the names of files, which all of
them must see, and a broken file fails the job. `partitions` sends the content, from anywhere Spark reads, and a broken
file becomes a row with its error. `parts` reads one file, which all workers must see: `xml2dict --plan` cuts it into
parts of at least 64 MB, and each task converts one part. README.md describes how to run it on a cluster.
"""

import itertools
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from pyspark import RDD, SparkFiles
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as f

# One order in each file. Elements that can repeat are always lists. Numbers are numbers, except money, which Spark
# converts from text to decimal numbers.
FLAGS = (
    "--compact --root drop --text-only string --force-list item --type order/@id=number --type item/@quantity=number"
)
SCHEMA = """
    id INT,
    city STRING,
    item ARRAY<STRUCT<sku: STRING, quantity: INT, price: DECIMAL(9, 2), text: STRING>>
"""
# The orders of one file are its records. A plan and its parts need the same path.
RECORDS = ("--records", "orders/order")
# The statuses of xml2dict for an input that is broken or cannot be opened. Other statuses are not the file's fault.
BROKEN = (65, 66)
FILES_AT_ONCE = 500


def piped(spark: SparkSession, folder: Path) -> DataFrame:
    """The orders of a folder that all workers see."""
    # With --files, the command is in the working folder of a worker on another machine; in local mode, SparkFiles knows
    # its path.
    context = spark.sparkContext
    is_local = re.match(r"local(\[|$)", context.master or "")
    command = SparkFiles.get("xml2dict") if is_local else "./xml2dict"
    names = context.parallelize([str(path) for path in sorted(folder.rglob("*.xml"))], context.defaultParallelism)
    # -r: a worker without a file starts no command. checkCode: without it, Spark ignores the status of the command.
    lines = names.pipe(f"xargs -r -d '\\n' {shlex.quote(command)} {FLAGS} --", checkCode=True)
    return spark.read.json(lines, schema=SCHEMA, mode="FAILFAST")


def run(inputs: list[str], folder: str) -> subprocess.CompletedProcess[bytes]:
    """Runs xml2dict on files of a folder."""
    return subprocess.run(
        [SparkFiles.get("xml2dict"), *FLAGS.split(), "--", *inputs],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )


def failed(done: subprocess.CompletedProcess[bytes]) -> RuntimeError:
    """The error that fails the task, which Spark then runs again, on another worker if there is one."""
    return RuntimeError(f"xml2dict: status {done.returncode}: {done.stderr.decode(errors='replace')}")


def lines_of(output: bytes) -> list[str]:
    """The lines of an output. (`splitlines` would cut at characters within texts, such as U+2028, too.)"""
    return output.decode().removesuffix("\n").split("\n")


def convert(files: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, str | None, str | None]]:
    """For each file its path, and either a line of JSON or its error. The command runs once for many files."""
    files = iter(files)
    while batch := list(itertools.islice(files, FILES_AT_ONCE)):
        paths = [path for path, _ in batch]
        names = [f"{number}.xml" for number in range(len(batch))]
        with tempfile.TemporaryDirectory() as folder:
            for name, (_, content) in zip(names, batch):
                Path(folder, name).write_bytes(content)
            del batch
            done = run(names, folder)
            if done.returncode == 0:
                yield from ((path, line, None) for path, line in zip(paths, lines_of(done.stdout), strict=True))
                continue
            if done.returncode not in BROKEN:
                raise failed(done)
            # Finds the broken ones by one command each, which costs 1 to 3 ms.
            for path, name in zip(paths, names):
                done = run([name], folder)
                if done.returncode == 0:
                    yield path, lines_of(done.stdout)[0], None
                elif done.returncode in BROKEN:
                    yield path, None, done.stderr.decode(errors="replace").removeprefix(f"xml2dict: {name}:")
                else:
                    raise failed(done)


def converted(spark: SparkSession, folder: str) -> DataFrame:
    """The files of a folder, anywhere Spark reads from, with the columns path, line and error."""
    context = spark.sparkContext
    # The DataFrame source "binaryFile" would silently leave out empty files.
    files = context.binaryFiles(folder, 2 * context.defaultParallelism).filter(lambda file: file[0].endswith(".xml"))
    return spark.createDataFrame(files.mapPartitions(convert), "path STRING, line STRING, error STRING")


def plan(path: Path, size: str, flags: Iterable[str]) -> list[str]:
    """The plan of a file: for each part a line of JSON, which says where the part begins and ends."""
    command = [SparkFiles.get("xml2dict"), "--plan", "--part-size", size, *flags, "--", str(path)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if done.returncode != 0:
        raise failed(done)
    return lines_of(done.stdout)


def lines_from(command: list[str]) -> Iterator[str]:
    """The lines that a command writes, each as soon as it is complete."""
    # Errors go to a file. A full pipe of errors would stop the command, because the loop reads only the lines.
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors)
        try:
            with process:
                for line in process.stdout or ():
                    yield line.decode().removesuffix("\n")
        except GeneratorExit:
            # Spark needs no more lines, as in `take`. The command then ends by the closed pipe, which is not an error.
            return
        if process.returncode != 0:
            errors.seek(0)
            raise failed(subprocess.CompletedProcess(command, process.returncode, b"", errors.read()))


def in_parts(spark: SparkSession, path: Path, size: str, flags: Iterable[str]) -> RDD[str]:
    """The lines of a file that all workers see, in the order of the file: a partition for each part."""
    flags, name = list(flags), str(path)
    parts = plan(path, size, flags)

    def lines_of_part(part: str) -> Iterator[str]:
        return lines_from([SparkFiles.get("xml2dict"), "--part", part, *flags, "--", name])

    return spark.sparkContext.parallelize(parts, len(parts)).flatMap(lines_of_part)


def compare(lines: RDD[str], path: Path, flags: Iterable[str]) -> None:
    """Compares the lines of all parts with those of one process, on the driver, without keeping either."""
    alone = lines_from([SparkFiles.get("xml2dict"), *flags, "--", str(path)])
    count = 0
    for count, (line, expected) in enumerate(itertools.zip_longest(lines.toLocalIterator(), alone), 1):
        if line != expected:
            sys.exit(f"orders.py: line {count} differs from that of one process")
    print("lines", count, "the same as those of one process", sep="\t")


def report(orders: DataFrame) -> None:
    """Prints the products sold and the best cities."""
    items = orders.select("city", f.explode("item").alias("item"))
    items = items.select("city", (f.col("item.quantity") * f.col("item.price")).alias("sales"))
    print("orders", orders.count(), sep="\t")
    print("sales", *items.agg(f.sum("sales")).first() or (), sep="\t")
    for row in items.groupBy("city").agg(f.sum("sales").alias("sales")).orderBy(f.desc("sales")).limit(3).collect():
        print(*row, sep="\t")


def main() -> None:
    """Runs the way that the command line selects."""
    way, folder, *sizes = sys.argv[1:]
    # Makes binaryFiles read subfolders, too.
    recursive = "spark.hadoop.mapreduce.input.fileinputformat.input.dir.recursive"
    spark = SparkSession.builder.appName("orders").config(recursive, "true").getOrCreate()
    if way == "pipe":
        report(piped(spark, Path(folder).absolute()))
    elif way == "partitions":
        # Keeps the result, so that two queries do not convert the files twice.
        files = converted(spark, folder).persist()
        lines = files.where("line IS NOT NULL")
        report(lines.select(f.from_json("line", SCHEMA, {"mode": "FAILFAST"}).alias("order")).select("order.*"))
        for row in files.where("error IS NOT NULL").orderBy("path").collect():
            print("broken", os.path.basename(row.path), row.error.partition("\n")[0], sep="\t")
    elif way == "parts":
        path, flags = Path(folder).absolute(), [*RECORDS, *FLAGS.split()]
        # Keeps the lines, so that several queries do not convert the file again.
        parts = in_parts(spark, path, sizes[0] if sizes else "64M", flags).persist()
        print("parts", parts.getNumPartitions(), sep="\t")
        report(spark.read.json(parts, schema=SCHEMA, mode="FAILFAST"))
        compare(parts, path, flags)
    else:
        sys.exit(f"orders.py: there is no way {way}: pipe, partitions or parts")
    spark.stop()


if __name__ == "__main__":
    main()
