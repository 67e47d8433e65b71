"""The tools that the section `comparison` compares, as commands."""

from __future__ import annotations

import functools
import json
import os
import shutil
from pathlib import Path
from typing import Any

from .building import (
    MissingToolError,
    build_program,
    python_with,
    run_step,
    text_of,
)

BASELINE = "libexpat alone"
XML2DICT = "xml2dict"
XML2DICT_XMLTODICT = "xml2dict --convention xmltodict"
XML2DICT_TO_XML = "xml2dict -x --convention xmltodict"
UNPARSE = "json.load and xmltodict.unparse"
PUGIXML = "pugixml"
QUICK_XMLTODICT = "quick-xmltodict"
XMLTODICT = "xmltodict"
XQ = "xq"

# The versions from PyPI that are compared; xq comes with yq.
PYTHON_PACKAGES = ("xmltodict==1.0.4", "quick-xmltodict==0.2.1", "yq==4.4.5")

# The tool whose output must be the same. quick-xmltodict, xmltodict and xq
# make the dictionaries of one convention; that of pugixml-to-json is the
# default.
SAME_AS = {
    PUGIXML: XML2DICT,
    QUICK_XMLTODICT: XML2DICT_XMLTODICT,
    XMLTODICT: XML2DICT_XMLTODICT,
    XQ: XML2DICT_XMLTODICT,
}

# The programs in Python are as the users of the modules would write them.
QUICK_XMLTODICT_PARSE = "quick_xmltodict.parse(file.read())"
XMLTODICT_PARSE = "xmltodict.parse(file)"
READ_COMMAND_PROGRAM = """\
import json, subprocess, sys
command = [*sys.argv[1:-1], "-c", "--convention", "xmltodict", sys.argv[-1]]
done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
value = json.loads(done.stdout)
"""
UNPARSE_PROGRAM = """\
import json, sys, xmltodict
with open(sys.argv[1], "rb") as file:
    value = json.load(file)
xmltodict.unparse(value, output=sys.stdout, encoding="utf-8")
"""
VERSIONS_PROGRAM = """\
import json, platform, pyexpat, sys
from importlib.metadata import version
versions = {name: version(name) for name in sys.argv[1:]}
versions["Python"] = platform.python_version()
versions["libexpat in Python"] = pyexpat.EXPAT_VERSION
print(json.dumps(versions))
"""


def parse_program(modules: str, statement: str) -> str:
    return (
        f"import {modules}, sys\n"
        'with open(sys.argv[1], "rb") as file:\n'
        f"    {statement}\n"
    )


@functools.cache
def one_thread(program: Path) -> tuple[str, ...]:
    """The arguments for one thread; an older program always has one."""
    return ("-j", "1") if has_threads(program) else ()


@functools.cache
def has_threads(program: Path) -> bool:
    return "--threads" in text_of([str(program), "--help"])


def pugixml_to_json() -> str:
    """Builds the program that reads with pugixml and writes JSON."""
    find = ["c++", "-E", "-x", "c++", "-include", "pugixml.hpp", os.devnull]
    if not text_of(find):
        raise MissingToolError(
            "there is no C++ compiler with pugixml (Debian: libpugixml-dev)"
        )
    return str(build_program("pugixml-to-json.cpp", "-lpugixml"))


def to_xml(program: Path, interpreter: str) -> dict[str, list[str]]:
    """The commands that write a document, each from its JSON."""
    path = python_with(interpreter, PYTHON_PACKAGES)
    command = [str(program), "-x", "-c", "--convention", "xmltodict"]
    return {
        XML2DICT_TO_XML: command,
        UNPARSE: [str(path), "-c", UNPARSE_PROGRAM],
    }


class Tools:
    """The commands of the tools; each gets a file as its last argument."""

    def __init__(self, program: Path, baseline: Path, interpreter: str) -> None:
        if shutil.which("jq") is None:
            raise MissingToolError("there is no jq, which xq needs")
        pugixml = pugixml_to_json()
        path = python_with(interpreter, PYTHON_PACKAGES)
        python = [str(path), "-c"]

        def to_json(module: str, parse: str) -> list[str]:
            statement = f"sys.stdout.write(json.dumps({parse}))"
            return [*python, parse_program(f"json, {module}", statement)]

        def to_dictionary(module: str, parse: str) -> list[str]:
            return [*python, parse_program(module, f"value = {parse}")]

        quick = ("quick_xmltodict", QUICK_XMLTODICT_PARSE)
        xmltodict = ("xmltodict", XMLTODICT_PARSE)
        # The other tools have one thread, too.
        command = [str(program), *one_thread(program)]
        self.to_json = {
            BASELINE: [str(baseline)],
            XML2DICT: [*command, "-c"],
            XML2DICT_XMLTODICT: [*command, "-c", "--convention", "xmltodict"],
            PUGIXML: [pugixml],
            QUICK_XMLTODICT: to_json(*quick),
            XMLTODICT: to_json(*xmltodict),
            XQ: [str(path.with_name("xq")), "-c", "."],
        }
        self.to_dictionary = {
            XML2DICT_XMLTODICT: [*python, READ_COMMAND_PROGRAM, *command],
            QUICK_XMLTODICT: to_dictionary(*quick),
            XMLTODICT: to_dictionary(*xmltodict),
        }
        names = [package.partition("==")[0] for package in PYTHON_PACKAGES]
        self.versions: dict[str, str] = {
            "pugixml": run_step([pugixml, "--version"]),
            **json.loads(run_step([*python, VERSIONS_PROGRAM, *names])),
            "jq": run_step(["jq", "--version"]).removeprefix("jq-"),
            "C++ compiler": run_step(["c++", "--version"]).partition("\n")[0],
        }


def agreement(expected: bytes, found: bytes) -> dict[str, object]:
    """Compares two results: whether their values are the same, whether their
    keys have the same order too, and the share of the text, in characters,
    that the second one has."""
    first, second = json.loads(expected), json.loads(found)
    is_same = first == second
    share = text_length(second) / text_length(first)
    # The next comparison needs their memory.
    del first, second
    is_ordered = is_same and pairs_of(expected) == pairs_of(found)
    return {"same": is_same, "same_order": is_ordered, "text_share": share}


def pairs_of(text: bytes) -> Any:
    """The value with its objects as lists of pairs, whose order counts."""
    return json.loads(text, object_pairs_hook=tuple)


def text_length(value: Any) -> int:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return sum(map(text_length, value))
    return len(value) if isinstance(value, str) else 0
