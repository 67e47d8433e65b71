#!/usr/bin/env python3
"""Has a release build of the command convert each document of the attack set, in 2 s and 256 MiB.

    Tests/Attacks/attacks.py [--large] [COMMAND]

The documents come from attacks.py in the folder that XML2DICT_CORPORA names, or in ../shared/corpora beside the package.
COMMAND is the release build by default. --large adds four documents of 64 MB each. REFUSED lists the documents that a
careful tool should accept, but a limit refuses: they must be accepted with the flag of that limit. Under strace(1), those
that name something outside must have the command open, connect to and run nothing.

Exit status: 0 when all documents have the expected outcome; 1 when some do not, and they are listed; 77 when the attack set
is missing.
"""

import argparse
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
MOST_SECONDS = 2  # of processor time, because the machine may be busy with other things
MOST_MEMORY = 256 << 20
# The documents of the set, of which so many name something outside.
COUNT = 793
COUNT_OUTSIDE = 15
# The documents that a careful tool should accept, and the flag that allows what our limit refuses.
REFUSED = {
    "amounts/attributes-100000.xml": "--max-attributes",
    "amounts/namespaces-100000.xml": "--max-attributes",
    "collisions/times31-attributes.xml": "--max-attributes",
    "collisions/times33-attributes.xml": "--max-attributes",
    "tokens/long-attname.xml": "--max-name-length",
    "tokens/long-entity.xml": "--max-entity-length",
    "tokens/long-name.xml": "--max-name-length",
    "tokens/long-piname.xml": "--max-name-length",
}
# Documents of any length whose records could grow without bound, with the flags that add to records.
LONG = "n" * 4_000
GROWING = {
    "origins below long names": (
        ["--records", "i", "--origin", "o"],
        lambda count: "".join(f"<{LONG}{k}>" for k in range(40)) + "<i/>" * count,
    ),
    "ancestors with long names": (
        ["--records", "i", "--ancestors", "in"],
        lambda count: "".join(f"<{LONG}{k} {LONG}='1'>" for k in range(40)) + "<i/>" * count,
    ),
    "ancestors with a long value": (
        ["--records", "i", "--ancestors", "in"],
        lambda count: f"<r a='{'x' * count}'>" + "<i/>" * count,
    ),
    "ancestors of the attributes of a tag": (
        ["--records", "i/@*", "--ancestors", "in", "--max-attributes", "1000000"],
        lambda count: "<r><i " + " ".join(f"a{k}=''" for k in range(count // 20)),
    ),
    "ancestors after broken records": (
        ["--records", "i", "--ancestors", "in", "--on-error", "skip", "--max-errors", "1000000"],
        lambda count: "<r a='1'>" + "<g b='2'><i>&</i></g><g b='3'><i/></g>" * (count // 20),
    ),
}
# The calls of the command after it has opened its input: the state of an open file, and the end.
HARMLESS = re.compile(r'\d+ +(?:newfstatat\(\d+, ""|fstat\(\d|exit_group\()')
# `input.xml:1:2: error: `, or the message of a program that decompresses, which reports no position.
MESSAGE = re.compile(r"xml2dict: [^\n]+(:\d+:\d+: error: |: error: (gzip|bzip2|xz|zstd): )")


def stop_runaways():
    """Limits that do not measure; the exec preserves them and the timeout of alarm(2)."""
    signal.alarm(100)
    resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


def run(words):
    """Runs the command: its status, its output and messages as bytes, and the fault of its time or memory, if any."""
    with open("output", "wb") as output, open("errors", "wb") as errors:
        child = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=output, stderr=errors, preexec_fn=stop_runaways
        )
        _, ending, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(ending)
    seconds = usage.ru_utime + usage.ru_stime
    memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    fault = None
    if seconds >= MOST_SECONDS:
        fault = f"{seconds:.2f} s"
    elif memory >= MOST_MEMORY:
        fault = f"{memory >> 20} MiB of memory"
    return child.returncode, Path("output").read_bytes(), Path("errors").read_bytes(), fault


def ordered(text):
    """A JSON value that compares the order of keys."""
    return json.loads(text, object_pairs_hook=lambda pairs: ("object", pairs))


def fault_of(row, text, command, flags=()):
    """Describes an error of the command on a document, if any; `text` is its row of the index."""
    convention = ["--convention", "xmltodict"] if "json" in row else []
    status, output, errors, fault = run([command, "-c", *convention, *flags, row["file"]])
    if fault:
        return fault
    canary = row.get("canary", "").encode()
    if canary and (canary in output or canary in errors and canary not in Path(row["file"]).read_bytes()):
        return "another file was read"
    message = errors.decode("utf-8", "replace")
    if status == 0:
        if row["want"] == "reject":
            return "it is accepted"
        if not output:
            return "there is no output"
        if row["file"] in REFUSED and not flags:
            return f"it is accepted without {REFUSED[row['file']]}"
        is_other = "json" in row and ordered(output.decode()) != dict(ordered(text)[1])["json"]
        return "the value is another" if is_other else None
    if status != 65 or output or not MESSAGE.match(message):
        return f"status {status}, {len(output)} bytes of output: {message}"
    if row["want"] != "accept":
        return None
    flag = REFUSED.get(row["file"])
    if not flag or flags or f"{flag} N allows more" not in message:
        return f"it is refused: {message}"
    return fault_of(row, text, command, [flag, "10000000"])


def trace_of(name, command):
    """The calls about files, the network and processes that the command makes after it has opened a document."""
    words = ["strace", "-f", "-qq", "-e", "trace=%file,%network,%process", "-o", "trace", command, "-c", name]
    Path("trace").unlink(missing_ok=True)
    subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    calls = Path("trace").read_text(encoding="utf-8", errors="replace").splitlines() if Path("trace").exists() else []
    opening = [number for number, call in enumerate(calls) if re.search(rf'open(at)?\(.*"{re.escape(name)}"', call)]
    return calls[opening[0] + 1 :] if opening else None


def outside_faults(names, command):
    """The other system calls of the command on documents that name something outside; `None` without strace."""
    Path("plain.xml").write_text("<r/>", encoding="utf-8")
    if not shutil.which("strace") or not trace_of("plain.xml", command):
        return None
    found = []
    for name in names:
        calls = trace_of(name, command)
        others = [call for call in calls or ["it is not opened"] if not HARMLESS.match(call)]
        if others:
            found.append(f"{name}: {'; '.join(others)}")
    return found


def growth_faults(command):
    """Records that grow faster than their document, at one, two and four times a length."""
    found = []
    for name, (flags, document) in GROWING.items():
        times = []
        for count in (100_000, 200_000, 400_000):
            Path("growing.xml").write_text(document(count), encoding="utf-8")
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            status, output, _, fault = run([command, "-c", *flags, "growing.xml"])
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
            most = max(8 << 20, 100 * Path("growing.xml").stat().st_size) * 1.1
            if fault or status != 65 or len(output) > most:
                found.append(f"{name}, {count}: status {status}, {len(output)} bytes of output, {fault}")
        if times[2] > 6 * times[0] + 0.2:
            found.append(f"{name}: {', '.join(f'{seconds:.2f} s' for seconds in times)}")
    return found


def main():
    arguments = argparse.ArgumentParser(description="Attacks the command with hostile documents.")
    arguments.add_argument("command", nargs="?", default=ROOT / ".build/release/xml2dict", type=Path)
    arguments.add_argument("--large", action="store_true", help="also four documents of 64 MB each")
    options = arguments.parse_args()
    command = str(options.command.resolve(strict=True))
    corpora = Path(os.environ.get("XML2DICT_CORPORA") or ROOT / "../shared/corpora").resolve()
    if not (corpora / "attacks.py").exists():
        print(f"attacks: there is no attacks.py in {corpora}")
        return 77
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        large = ["--big"] if options.large else []
        subprocess.run(
            [sys.executable, corpora / "attacks.py", ".", *large],
            env={**os.environ, "PYTHONUTF8": "1"},
            stderr=subprocess.DEVNULL,
            check=True,
        )
        texts = Path("INDEX.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
        names = [json.loads(text)["file"] for text in texts]
        outside = [name for name in names if name.startswith("outside/")]
        count = COUNT + (4 if options.large else 0)
        if len(names) != count or len(outside) != COUNT_OUTSIDE or not REFUSED.keys() <= {*names}:
            faults.append(f"{len(names)} documents, {len(outside)} of outside: the set has {count} and {COUNT_OUTSIDE}")
        for text in texts:
            row = json.loads(text)
            fault = fault_of(row, text, command)
            if fault:
                faults.append(f"{row['file']} ({row['why']}): {fault}")
        faults += growth_faults(command)
        traced = outside_faults(outside, command)
        faults += traced or []
        os.chdir(ROOT)
    print("\n".join(faults), end="\n" if faults else "")
    if traced is None:
        print("skipped: the calls for documents of outside: strace is not installed, or may not trace")
    print(f"attacks: {len(texts)} documents, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
