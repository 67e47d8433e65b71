"""Describes the machine, for the head of the results."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from .building import text_of


def describe_machine(count_events: Path | None = None) -> dict[str, str]:
    commit = text_of(["git", "rev-parse", "--short", "HEAD"]) or "none"
    if text_of(["git", "status", "--porcelain"]):
        commit += " with uncommitted changes"
    libexpat = {}
    if count_events is not None:
        libexpat["libexpat"] = text_of([str(count_events), "--version"])
    return {
        "processor": f"{processor_model()}, {os.cpu_count()} cores",
        "system": f"{platform.system()} {platform.machine()}",
        "Swift": text_of(["swift", "--version"]).partition("\n")[0],
        **libexpat,
        "Python": platform.python_version(),
        "commit": commit,
    }


def processor_model() -> str:
    information = Path("/proc/cpuinfo")
    if information.exists():
        for line in information.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    brand = text_of(["sysctl", "-n", "machdep.cpu.brand_string"])
    return brand or platform.machine()
