"""The documents that the benchmark measures."""

from __future__ import annotations

import subprocess
from pathlib import Path

from .building import BENCHMARKS, WORK_FOLDER, BenchmarkError, tell

NAMES = ("feed", "map", "wiki", "treebank")
GENERATOR = BENCHMARKS / ".build" / "release" / "generate-documents"


def document(name: str, megabytes: int) -> Path:
    """A document, which stays for later runs until the generator changes."""
    path = WORK_FOLDER / f"{name}-{megabytes}.xml"
    if not path.exists() or path.stat().st_mtime < GENERATOR.stat().st_mtime:
        tell(f"generating {path.name}")
        # A run that is stopped must not leave half a document behind.
        unfinished = path.with_suffix(".unfinished")
        with open(unfinished, "wb") as file:
            command = [str(GENERATOR), name, str(megabytes)]
            if subprocess.run(command, stdout=file).returncode != 0:
                raise BenchmarkError(f"cannot generate {path.name}")
        unfinished.rename(path)
    return path


def stream(name: str, megabytes: int) -> subprocess.Popen[bytes]:
    """Starts to generate a document into a pipe."""
    command = [str(GENERATOR), name, str(megabytes)]
    return subprocess.Popen(command, stdout=subprocess.PIPE)


def tiny_document() -> Path:
    path = WORK_FOLDER / "tiny.xml"
    path.write_bytes(b"<tiny>1</tiny>\n")
    return path
