"""The rules of the design: which code reads options, knows conventions, and asks a shape."""

from __future__ import annotations

import re

from form_checks.sources import code_of, functions_in, texts
from project import line_number

# The files that may read a member of `XMLOptions`, as path prefixes.
READERS_OF_OPTIONS = (
    "Sources/XML2Dict/Options/", "Sources/XML2Dict/Mapping/", "Sources/XML2DictWriting/WritingPlan.swift",
    "Sources/XML2DictWriting/Unform/UnformRules.swift", "Sources/XML2DictWriting/Tags/TagRules.swift",
    "Sources/CommandLineTool/CommandLine/Flag",
)
EVENTS = ("Parser", "Building", "Parts")
MARKUP = "Sources/XML2DictWriting/Tags/"
# The maximum number of functions that ask a shape.
MOST_ASKING = 4


def option_errors() -> list[str]:
    """The reads of members of `XMLOptions` outside of the allowed files."""
    sources = texts("Sources/**/*.swift")
    declared = "".join(text for name, text in sources.items() if name.startswith(READERS_OF_OPTIONS[0]))
    bodies = re.findall(r"^(?:public struct|extension) XMLOptions(?:: [\w, ]+)? \{\n(.*?)^\}", declared, re.MULTILINE | re.DOTALL)
    member = re.compile(r"^ {4,8}(?:public |package )?var (\w+)(?: =|: \S)", re.MULTILINE)
    members = {name for body in bodies for name in member.findall(body)}
    # These derive options from options.
    members -= {name for name in members if re.match("(?:for|of)[A-Z]", name)} - {"forceList", "forceText"} | {"shape"}
    pattern = re.compile(rf"[oO]ptions\)?[?!]?\.({'|'.join(sorted(members))})\b")
    codes = {name: code_of(text) for name, text in sources.items() if not name.startswith(READERS_OF_OPTIONS)}
    return [
        f"{name}:{line_number(code, match.start())} reads XMLOptions.{match[1]}: read it from the plan"
        for name, code in codes.items()
        for match in pattern.finditer(code)
    ]


def convention_errors() -> list[str]:
    """The events and the markup that know conventions, and the functions that ask a shape if there are too many."""
    found = []
    asking = set()
    for name, text in texts("Sources/XML2Dict/**/*.swift").items():
        code = code_of(text)
        if name.split("/")[2] in EVENTS:
            for match in re.finditer(r"\b(?:form|text)\.rules\b|\bplan\.(?:forming|text)\b", code):
                found.append(f"{name}:{line_number(code, match.start())} reads {match[0]}: only Form knows conventions")
        asks = re.compile(r"\bshaper[?!]?\.(?:begin|attribute|convert|missingLists|note)\(")
        asking |= {f"{function} in {name}" for function, body in functions_in(code) if asks.search(body)}
    for name, text in texts(f"{MARKUP}*.swift").items():
        for match in re.finditer(r"\b(?:Entry|StorageView|KeyRole|ValueForm)\b", code_of(text)):
            found.append(f"{name} uses {match[0]}: only Unform knows conventions")
    print(f"functions that ask a shape: {len(asking)} of at most {MOST_ASKING}")
    if not 0 < len(asking) <= MOST_ASKING:
        found.append(f"at most {MOST_ASKING} functions ask a shape, and at least one: {'; '.join(sorted(asking))}")
    return found
