"""What the benchmark's section `comparison` compares: the tools, the programs
around libraries of Python, and the documents that are broken or odd.

`benchmark` measures with it, `draw` makes the chart and the tables of its
results.
"""

from __future__ import annotations

import dataclasses
import json
import resource
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

BASELINE = "libexpat alone"
XML2DICT = "xml2dict"
XML2DICT_XMLTODICT = "xml2dict --convention xmltodict"
PUGIXML = "pugixml"
QUICK_XMLTODICT = "quick-xmltodict"
XMLTODICT = "xmltodict"
XQ = "xq"

# What comes from PyPI, in the versions that are compared; yq is the package
# that has xq.
PYTHON_PACKAGES = ("xmltodict==1.0.4", "quick-xmltodict==0.2.1", "yq==4.4.5")

# As the users of both libraries would write it.
TO_JSON_PROGRAMS = {
    QUICK_XMLTODICT: """\
import json, quick_xmltodict, sys
with open(sys.argv[1], "rb") as file:
    sys.stdout.write(json.dumps(quick_xmltodict.parse(file.read())))
""",
    XMLTODICT: """\
import json, sys, xmltodict
with open(sys.argv[1], "rb") as file:
    sys.stdout.write(json.dumps(xmltodict.parse(file)))
""",
}

# Whose output is compared with whose. quick-xmltodict, xmltodict and xq make
# the dictionaries of one convention; that of pugixml-to-json is the default.
SAME_AS = {
    PUGIXML: XML2DICT,
    QUICK_XMLTODICT: XML2DICT_XMLTODICT,
    XMLTODICT: XML2DICT_XMLTODICT,
    XQ: XML2DICT_XMLTODICT,
}

# The first has no output, the second nothing that the other does not have.
NOT_JUDGED = (BASELINE, XML2DICT_XMLTODICT)

VERSIONS_PROGRAM = f"""\
import json, platform, pyexpat
from importlib.metadata import version
names = [package.partition("==")[0] for package in {PYTHON_PACKAGES}]
versions = {{name: version(name) for name in names}}
versions["Python"] = platform.python_version()
versions["libexpat in Python"] = pyexpat.EXPAT_VERSION
print(json.dumps(versions))
"""


def to_dictionary_programs(xml2dict: Path) -> dict[str, str]:
    """Programs that go as far as the dictionary, as one in Python needs it."""
    return {
        XML2DICT_XMLTODICT: f"""\
import json, subprocess, sys
command = [{str(xml2dict)!r}, "-c", "--convention", "xmltodict", sys.argv[1]]
done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
value = json.loads(done.stdout)
""",
        QUICK_XMLTODICT: """\
import quick_xmltodict, sys
with open(sys.argv[1], "rb") as file:
    value = quick_xmltodict.parse(file.read())
""",
        XMLTODICT: """\
import sys, xmltodict
with open(sys.argv[1], "rb") as file:
    value = xmltodict.parse(file)
""",
    }


# Compares two files of JSON: whether the values are the same, whether their
# keys are in the same order too, and how much of the first one's text, in
# characters, the second one has.
COMPARE_PROGRAM = """\
import json, sys

def length(value):
    total, rest = 0, [value]
    while rest:
        value = rest.pop()
        if isinstance(value, str):
            total += len(value)
        elif isinstance(value, (dict, list)):
            rest += value.values() if isinstance(value, dict) else value
    return total

def read(path, hook=None):
    with open(path, "rb") as file:
        return json.load(file, object_pairs_hook=hook)

expected, found = (read(path) for path in sys.argv[1:])
share = length(found) / length(expected)
same = expected == found
del expected, found
ordered = same and read(sys.argv[1], tuple) == read(sys.argv[2], tuple)
print(json.dumps({"same": same, "same_order": ordered, "text_share": share}))
"""

REFUSED = "refused"
SMALL = "refused, or small"
WHOLE = "refused, or whole"
SECRET = "a secret of another file"
DEPTH = 100_000
TIME_LIMIT = 120
MEMORY_LIMIT = 4 << 30
# What is longer than this is described and not shown.
SHOWN_LENGTH = 40


@dataclasses.dataclass(frozen=True)
class OddDocument:
    """A document that is broken, or that is often read in a wrong way.

    `expected` is REFUSED; or SMALL, which is refused or little output; or
    WHOLE, which is refused or all of it, but no crash; or else what the texts
    and attribute values are.
    """

    title: str
    content: bytes
    expected: str | list[str]
    may_be_refused: bool = False
    order_counts: bool = False


def odd_documents(secret: Path) -> list[OddDocument]:
    """The documents; `secret` is a file that one of them names."""
    laughs = "".join(
        f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 9)
    )
    return [
        OddDocument("a wrong end tag", b"<a><b>x</c></a>", REFUSED),
        OddDocument("a missing end tag", b"<a><b>x</b>", REFUSED),
        OddDocument("two roots", b"<a>x</a><b>y</b>", REFUSED),
        OddDocument("an attribute twice", b'<a b="1" b="2"/>', REFUSED),
        OddDocument("`&name;`, not declared", b"<a>x &name; y</a>", REFUSED),
        OddDocument("`&nbsp;`, not declared", b"<a>x&nbsp;y</a>", REFUSED),
        OddDocument("bytes that are not UTF-8", b"<a>x\xff\xfey</a>", REFUSED),
        OddDocument("a control character", b"<a>x\x01y</a>", REFUSED),
        OddDocument(
            "an entity that names a file",
            f'<!DOCTYPE a [<!ENTITY e SYSTEM "{secret.as_uri()}">]>'
            "<a>x&e;y</a>".encode(),
            REFUSED,
        ),
        OddDocument(
            "a billion laughs",
            f'<!DOCTYPE a [<!ENTITY e0 "lol">{laughs}]><a>&e8;</a>'.encode(),
            SMALL,
        ),
        OddDocument(
            f"{DEPTH:,} nested elements",
            b"<a>" * DEPTH + b"</a>" * DEPTH,
            WHOLE,
        ),
        OddDocument(
            "an entity that is declared",
            b'<!DOCTYPE a [<!ENTITY e "y">]><a>x &e; z</a>',
            ["x y z"],
            may_be_refused=True,
        ),
        OddDocument(
            "a default attribute",
            b'<!DOCTYPE a [<!ATTLIST a b CDATA "y">]><a>x</a>',
            ["y", "x"],
        ),
        OddDocument("`&amp;` in text", b"<a>x &amp; y</a>", ["x & y"]),
        OddDocument("CDATA in text", b"<a>x<![CDATA[<]]>y</a>", ["x<y"]),
        OddDocument(
            "text around a child", b"<a>x <b>y</b> z</a>", ["x z", "y"]
        ),
        OddDocument(
            "a no-break space at an end",
            "<a>\u00a0x</a>".encode(),
            ["\u00a0x"],
        ),
        OddDocument(
            "the order of children",
            b"<a><h>1</h><g>2</g><f>3</f><e>4</e><d>5</d><c>6</c></a>",
            ["1", "2", "3", "4", "5", "6"],
            order_counts=True,
        ),
        OddDocument(
            "ISO-8859-1",
            b'<?xml version="1.0" encoding="ISO-8859-1"?><a>\xe9</a>',
            ["é"],
            may_be_refused=True,
        ),
        # All processors must read it (XML 1.0, section 4.3.3).
        OddDocument("UTF-16", "<a>é</a>".encode("utf-16"), ["é"]),
    ]


def expectation(document: OddDocument) -> str:
    """What is right, in words."""
    if isinstance(document.expected, str):
        return document.expected
    texts = shown(document.expected)
    return f"{REFUSED}, or {texts}" if document.may_be_refused else texts


@dataclasses.dataclass(frozen=True)
class Verdict:
    """What a tool did with a document, and whether that is right."""

    says: str
    is_right: bool


def limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def verdict(
    command: list[str], document: OddDocument, output: Path
) -> Verdict:
    """Runs a tool on a document, with bounds on time and memory."""
    with open(output, "wb") as file:
        try:
            done = subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.DEVNULL,
                timeout=TIME_LIMIT,
                preexec_fn=limit_memory,
            )
        except subprocess.TimeoutExpired:
            return Verdict(f"does not end in {TIME_LIMIT} s", False)
    if done.returncode < 0:
        return Verdict(
            f"crashes ({signal.Signals(-done.returncode).name})", False
        )
    if done.returncode > 0:
        is_right = document.may_be_refused or document.expected in (
            REFUSED, SMALL, WHOLE,
        )
        return Verdict(REFUSED, is_right)
    return verdict_on_output(document, output.read_bytes())


def verdict_on_output(document: OddDocument, output: bytes) -> Verdict:
    if document.expected == WHOLE:
        is_whole = output.count(b"{") >= DEPTH - 1
        return Verdict("accepted", is_whole)
    if len(output) > 1_000_000:
        return Verdict(f"{len(output) / 1_000_000:,.0f} MB of output", False)
    try:
        texts = list(texts_of(json.loads(output.decode())))
    except ValueError:
        return Verdict("writes what is no JSON", False)
    says = shown(texts)
    if document.expected in (REFUSED, SMALL):
        is_small = document.expected == SMALL and bool(texts)
        return Verdict(f"accepted: {says}", is_small)
    # Where a child stood there may be one space or two.
    found = [text.replace("  ", " ") for text in texts]
    expected = list(document.expected)
    if not document.order_counts:
        found, expected = sorted(found), sorted(expected)
    return Verdict(says, found == expected)


def texts_of(value: object) -> Iterator[str]:
    """All texts and attribute values of a result, in their order."""
    if isinstance(value, dict):
        for member in value.values():
            yield from texts_of(member)
    elif isinstance(value, list):
        for member in value:
            yield from texts_of(member)
    elif value is not None:
        yield str(value)


def shown(texts: list[str]) -> str:
    text = ", ".join(json.dumps(text, ensure_ascii=False) for text in texts)
    text = text.replace("\u00a0", "\\u00a0") or "nothing"
    return text if len(text) <= SHOWN_LENGTH else text[:SHOWN_LENGTH] + "…"
