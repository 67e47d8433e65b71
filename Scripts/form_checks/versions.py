"""The version of the command, and the texts that name it."""

from __future__ import annotations

import re
import subprocess

from project import ROOT

NUMBER = r"[0-9]+\.[0-9]+\.[0-9]+"


def version() -> str:
    """The version of the command."""
    file = ROOT / "Sources/CommandLineTool/Version.swift"
    return re.search(rf'^ *static let number = "({NUMBER})"$', file.read_text(encoding="utf-8"), re.MULTILINE)[1]


def version_errors() -> list[str]:
    """The other versions in the names of commands and packages, and in the first heading of CHANGELOG.md."""
    files = ["*.md", "*.swift", "*.yml", "Documentation", "Completions", "Makefile", "Scripts"]
    search = ["git", "grep", "-nEo", rf"\bxml2dict[-_ @]v?{NUMBER}", "--", *files]
    found = subprocess.run(search, cwd=ROOT, capture_output=True, text=True, check=False).stdout.splitlines()
    heading = re.search(rf"^## \[?v?({NUMBER})", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    found += [f"CHANGELOG.md: the newest version is {heading[1]}"] if heading else []
    return [f"{line}, and Version.swift has {version()}" for line in found if not re.search(rf"[^0-9.]{version()}$", line)]
