"""The other tools as commands."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

from . import comparison
from .building import build_program, python_with
from .measuring import BenchmarkError, MissingToolError, text_of


class Tools:
    """The commands of the tools that are compared; a file comes last."""

    def __init__(
        self,
        program: Path,
        count_events: Path,
        interpreter: str,
        work_folder: Path,
    ) -> None:
        if shutil.which("jq") is None:
            raise MissingToolError("there is no jq, which xq needs")
        find = ["c++", "-E", "-x", "c++", "-include", "pugixml.hpp", os.devnull]
        if not text_of(find):
            raise MissingToolError("there is no C++ compiler with pugixml")
        pugixml = build_program("pugixml-to-json.cpp", "-lpugixml")
        self._python = python_with(
            interpreter,
            work_folder / "comparison-venv",
            *comparison.PYTHON_PACKAGES,
        )
        xmltodict = [str(program), "-c", "--convention", "xmltodict"]
        self.to_json = {
            comparison.BASELINE: [str(count_events)],
            comparison.XML2DICT: [str(program), "-c"],
            comparison.XML2DICT_XMLTODICT: xmltodict,
            comparison.PUGIXML: [str(pugixml)],
            **self._python_commands(comparison.TO_JSON_PROGRAMS),
            comparison.XQ: [str(self._python.with_name("xq")), "-c", "."],
        }
        self.to_dictionary = self._python_commands(
            comparison.to_dictionary_programs(program)
        )
        self.versions = {
            "pugixml": text_of([str(pugixml), "--version"]),
            **self._python_versions(),
            "jq": text_of(["jq", "--version"]).removeprefix("jq-"),
            "C++ compiler": text_of(["c++", "--version"]).partition("\n")[0],
        }

    def _python_commands(
        self, programs: dict[str, str]
    ) -> dict[str, list[str]]:
        return {
            tool: [str(self._python), "-c", program]
            for tool, program in programs.items()
        }

    def _python_versions(self) -> dict[str, str]:
        program = comparison.VERSIONS_PROGRAM
        printed = text_of([str(self._python), "-c", program])
        versions: dict[str, str] = json.loads(printed)
        return versions

    def agreement(self, first: Path, other: Path) -> dict[str, object]:
        """Whether two files of JSON have the same value."""
        program = comparison.COMPARE_PROGRAM
        command = [str(self._python), "-c", program, str(first), str(other)]
        printed = text_of(command)
        if not printed:
            raise BenchmarkError(f"{first.name}, {other.name}: not compared")
        agreement: dict[str, object] = json.loads(printed)
        return agreement


def on_file(command: list[str], path: Path) -> list[str]:
    return [*command, str(path)]
