"""What the machine is, for the head of the results."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from .measuring import text_of


def describe_machine(count_events: Path) -> dict[str, str]:
    unknown = "unknown"
    swift = text_of(["swift", "--version"]).splitlines()
    return {
        "processor": f"{processor_model()}, {os.cpu_count()} cores",
        "system": f"{platform.system()} {platform.machine()}",
        "Swift": swift[0] if swift else unknown,
        "libexpat": text_of([str(count_events), "--version"]) or unknown,
        "Python": platform.python_version(),
        "commit": git_commit(),
    }


def processor_model() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    for line in lines:
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return (
        text_of(["sysctl", "-n", "machdep.cpu.brand_string"])
        or platform.machine()
    )


def git_commit() -> str:
    commit = text_of(["git", "rev-parse", "--short", "HEAD"])
    if not commit:
        return "none"
    changed = text_of(["git", "status", "--porcelain"])
    return f"{commit} with uncommitted changes" if changed else commit
