"""Compares the XML that `xml2dict --to-xml` writes of dictionaries with that of xmltodict.unparse.

    unparse.py COMMAND [CORPORA] [--count N] [--seed TEXT]

COMMAND is the built xml2dict. The dictionaries come from three places: the calls of `unparse` in xmltodict's own tests,
recorded in the folder CORPORA, if it is given; the cases of this script, for the arguments that those tests do not use;
and random documents, which xmltodict reads. Both results must have the same canonical form, with comments, or both
programs must refuse. `DIFFERENCES` lists the exceptions. Exit status: 0 when there is no other difference, 1 when there
is one, or when a row of a table is out of date.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import xmltodict
from lxml import etree

import documents
from documents import Form
from oracles import SPACE

# The rows of both tables: a reason, and the ids of its cases. The README of this folder has the same rows.
NOT_COMPARABLE = {
    "JSON has no bytes": (
        "test_dicttoxml::test_unparse_invalid_bytes_comment_replaced_by_default#1",
        "test_dicttoxml::test_xmlns_values_decode_bytes_with_output_encoding#1",
        "test_dicttoxml::test_xmlns_values_replace_invalid_bytes_by_default#1",
        "test_dicttoxml::test_xmlns_values_reject_invalid_bytes_with_strict#1",
        "test_dicttoxml::test_unparse_rejects_invalid_bytes_in_attributes_and_cdata_for_encoding_with_strict#1",
        "test_dicttoxml::test_unparse_rejects_invalid_bytes_in_attributes_and_cdata_for_encoding_with_strict#2",
        "test_dicttoxml::test_unparse_rejects_invalid_bytes_text_node_for_encoding_with_strict#1",
        "test_dicttoxml::test_unparse_rejects_invalid_bytes_errors_handler#1",
    ),
    "it indents by dots, which are text; xml2dict indents by spaces or tabs": (
        "test_dicttoxml::test_pretty_print#1",
    ),
    "it ends lines with other characters than a line feed": ("newl",),
    "it writes another encoding; xml2dict writes UTF-8": ("encoding",),
    "it calls a function of Python": ("preprocessor",),
}
DIFFERENCES = {
    "xmltodict writes several roots, which are not a document; xml2dict refuses them": (
        "fragment",
        "fragment of an array",
    ),
    "xmltodict writes nothing, or no element; xml2dict refuses, because a document has a root": (
        "root without items",
        "fragment without a root",
        "fragment of a comment",
    ),
    "xmltodict writes text after all child elements; xml2dict writes it at the place of its key": (
        "text before elements",
        "text before elements, pretty",
    ),
    "xmltodict indents mixed content, which changes its text; xml2dict does not": ("text after elements, pretty",),
    "xmltodict writes a list or a dictionary in Python's syntax; xml2dict refuses, or asks for --item": (
        "array in an array",
        "empty array in an array",
        "array as an attribute",
        "dictionary as an attribute",
        "dictionary as text",
        "dictionary as a comment",
    ),
    "xmltodict writes a list in Python's syntax; xml2dict writes its items as the pieces of the text": (
        "array as text",
        "empty array as text",
    ),
    "xmltodict leaves out empty comments; xml2dict writes them, as it reads them": (
        "empty comment",
    ),
    "xmltodict refuses a comment that ends with a hyphen; xml2dict writes a space behind it, which its reader trims": (
        "test_dicttoxml::test_unparse_rejects_comment_ending_with_hyphen#1",
    ),
    "xmltodict escapes characters of comments, where XML has no references; xml2dict writes them as they are": (
        "comment with characters of markup",
    ),
    "xmltodict writes a carriage return, which a reader replaces by a line feed; xml2dict writes a reference": (
        "carriage return in text",
    ),
    "xmltodict writes characters that XML does not have; xml2dict refuses them": (
        "control character",
        "noncharacter",
    ),
    "xmltodict writes names that XML does not have; xml2dict refuses them": (
        "name with a digit first",
        "name with an ampersand",
        "empty name",
        "empty name of an attribute",
        "text without an element",
    ),
    "xmltodict writes prefixes that are not declared; xml2dict refuses them": (
        "undeclared prefix",
        "undeclared prefix of an attribute",
    ),
    "xmltodict writes declarations that Namespaces in XML forbids; xml2dict refuses them": (
        "prefix of no namespace",
        "prefix xml of another namespace",
    ),
    "xmltodict writes prefixes without declaring them; xml2dict declares them": ("namespaces without declarations",),
    "xmltodict writes the separator also after a prefix, where XML has a colon; xml2dict writes a colon": (
        "namespace_separator after a prefix",
    ),
    "without a prefix, every key is an attribute to xmltodict; xml2dict writes elements, except for --attribute-name": (
        "attr_prefix of nothing",
    ),
}


@dataclass(frozen=True)
class Case:
    """One call of `unparse`."""

    name: str
    value: Any
    arguments: dict[str, Any]


def call(name: str, value: Any, **arguments: Any) -> Case:
    """A case of this script."""
    return Case(name, value, arguments)


NAMESPACES = {"http://default.example/": "", "http://a.example/": "a"}
EXPANDED = {"http://default.example/:x": {"@http://a.example/:y": "v", "#text": "1"}, "http://a.example/:z": "2"}
DECLARED = {"@xmlns": {"": "http://default.example/", "a": "http://a.example/"}, **EXPANDED}
WITH_PREFIX = {"@xmlns": {"": "http://default.example/", "a": "http://a.example/"}, "http://a.example/!x": "1"}
DEFAULT = {"http://default.example/": ""}
IN_DEFAULT = {"@xmlns": {"": "http://default.example/"}, "#text": "1"}
FRAGMENT = {"full_document": False}

# Cases for the arguments that xmltodict's own tests do not use.
CASES = [
    call("attr_prefix", {"a": {"!x": "1", "b": {"!y": "2", "#text": "t"}}}, attr_prefix="!"),
    call("cdata_key", {"a": {"@x": "1", "_": "t"}}, cdata_key="_"),
    call("comment_key", {"$c": ["1", "2"], "a": {"$c": "3", "b": "t"}}, comment_key="$c"),
    call("comment after the root", {"a": "t", "#comment": "c"}),
    call("comments, pretty", {"#comment": "1", "a": {"#comment": ["2", "3"], "b": {"c": "t"}}}, pretty=True),
    call("expand_iter", {"a": {"b": [[1, 2], 3, [[4]], []]}}, expand_iter="item"),
    call("expand_iter of a root", {"a": [1, 2]}, expand_iter="item"),
    call("indent", {"a": {"b": {"c": ["1", "2"]}, "d": None}}, pretty=True, indent=3),
    call("indent by text", {"a": {"b": {"c": ["1", "2"]}, "d": None}}, pretty=True, indent="  "),
    call("namespaces", {"http://default.example/:r": DECLARED}, namespaces=NAMESPACES),
    call("namespace_separator", {"http://default.example/!r": IN_DEFAULT}, namespaces=DEFAULT, namespace_separator="!"),
    call("declarations", {"r": {"@xmlns": "urn:d", "@xmlns:p": "urn:p", "p:x": {"@p:y": "1"}}}),
    call("collected declarations", {"r": {"@xmlns": {"": "urn:d", "p": "urn:p"}, "p:x": {"@p:y": "1"}}}),
    call("attributes of xml", {"a": {"@xml:lang": "en", "@xml:space": "preserve", "#text": " x "}}),
    call("items of all kinds", {"a": {"b": [None, True, 1.5, "x", {"c": 1}, {}, ""]}}),
    call("null, true and numbers as attributes", {"a": {"@b": 1, "@c": True, "@d": None, "@e": 1.5, "@f": False}}),
    call("numbers", {"a": {"b": [0, -1, 1.0, -0.0, 1e22, 1e-7, 12345678901234567890123, 0.1]}}),
    call("characters of markup", {"a": {"@b": "<&>\"'\t\n\r", "#text": "<&>\"'\t\n]]>"}}),
    call("root of one item", {"a": ["t"]}),
    call("short_empty_elements=False", {"a": {"b": "", "c": {}, "d": None, "e": {"#text": ""}}}),
    call("short_empty_elements", {"a": {"b": "", "c": {}, "d": None}}, short_empty_elements=True),
    call("text after elements", {"a": {"b": "1", "#text": "t"}}),
    # Not comparable.
    call("newl", {"a": {"b": "1"}}, pretty=True, newl="\r\n"),
    call("encoding", {"a": "é"}, encoding="iso-8859-1"),
    call("preprocessor", {"a": "t"}, preprocessor=lambda key, value: (key, value)),
    # Differences.
    call("fragment", {"a": "1", "b": "2"}, **FRAGMENT),
    call("fragment of an array", {"a": ["1", "2"]}, **FRAGMENT),
    call("fragment without a root", {}, **FRAGMENT),
    call("fragment of a comment", {"#comment": "c"}, **FRAGMENT),
    call("root without items", {"a": []}),
    call("text before elements", {"a": {"#text": "t", "b": "1"}}),
    call("text before elements, pretty", {"a": {"#text": "t", "b": "1"}}, pretty=True),
    call("text after elements, pretty", {"a": {"b": "1", "#text": "t"}}, pretty=True),
    call("array in an array", {"a": {"b": [1, [{"c": 2}]]}}),
    call("empty array in an array", {"a": {"b": [[]]}}),
    call("array as an attribute", {"a": {"@x": ["t", "u"]}}),
    call("dictionary as an attribute", {"a": {"@x": {"t": 1}}}),
    call("array as text", {"a": {"#text": ["t", "u"]}}),
    call("empty array as text", {"a": {"#text": []}}),
    call("dictionary as text", {"a": {"#text": {"t": 1}}}),
    call("dictionary as a comment", {"a": {"#comment": {"t": 1}}}),
    call("empty comment", {"a": {"#comment": ["", "c"]}}),
    call("comment of null", {"a": {"#comment": None}}),
    call("comment with characters of markup", {"a": {"#comment": "<&>"}}),
    call("carriage return in text", {"a": "1\r2"}),
    call("control character", {"a": "\x01"}),
    call("noncharacter", {"a": "\ufffe"}),
    call("name with a digit first", {"1a": "t"}),
    call("name with an ampersand", {"a": {"b&c": "t"}}),
    call("empty name", {"": "t"}),
    call("empty name of an attribute", {"a": {"@": "t"}}),
    call("text without an element", {"#text": "t"}),
    call("attribute without an element", {"@x": "t", "a": "t"}),
    call("undeclared prefix", {"p:a": "t"}),
    call("undeclared prefix of an attribute", {"a": {"@p:x": "t"}}),
    call("prefix of no namespace", {"a": {"@xmlns": {"p": ""}}}),
    call("prefix xml of another namespace", {"a": {"@xmlns:xml": "urn:x"}}),
    call("attr_prefix of nothing", {"a": {"x": "1", "#text": "t"}}, attr_prefix=""),
    call("namespaces without declarations", {"http://default.example/:r": EXPANDED}, namespaces=NAMESPACES),
    Case(
        "namespace_separator after a prefix",
        {"http://default.example/!r": WITH_PREFIX},
        {"namespaces": NAMESPACES, "namespace_separator": "!"},
    ),
    Case(
        "namespace_separator of paths",
        {"http://default.example/|r": IN_DEFAULT},
        {"namespaces": DEFAULT, "namespace_separator": "|"},
    ),
    call("default namespace of null", {"a": {"@xmlns": {"": None}}}),
]

# Random documents: their form, the arguments by which xmltodict reads them, and those by which it writes them.
RANDOM = {
    "defaults": (Form(declares_prefixes=True), {}, {}),
    "comments": (Form(declares_prefixes=True), {"process_comments": True}, {}),
    "keys": (
        Form(declares_prefixes=True),
        {"attr_prefix": "!", "cdata_key": "$"},
        {"attr_prefix": "!", "cdata_key": "$", "short_empty_elements": True},
    ),
    "pretty": (Form(declares_prefixes=True), {}, {"pretty": True, "indent": 2}),
}
AGREEMENTS = ("same bytes", "same canonical form", "both refuse")
SHOWN = 5


class NotExpressible(Exception):
    """xml2dict has no flag for an argument, or JSON has no form for a value."""


def flags(arguments: dict[str, Any]) -> list[str]:
    """The flags of xml2dict that mean the arguments of `unparse`."""
    remaining = dict(arguments)
    words = ["--to-xml", "--convention", "xmltodict", "--xmlns", "collect"]
    words += ["--comment-key", remaining.pop("comment_key", "#comment")]
    words += ["--empty-tags", "short" if remaining.pop("short_empty_elements", False) else "long"]
    words += [] if remaining.pop("full_document", True) else ["--xml-declaration", "drop"]
    indent = remaining.pop("indent", "\t")
    indent = " " * indent if isinstance(indent, int) else indent
    if not remaining.pop("pretty", False):
        words += ["--compact"]
    elif indent == "\t":
        words += ["--tab"]
    elif indent and not indent.strip(" "):
        words += ["--indent", str(len(indent))]
    else:
        raise NotExpressible("indent")
    for name, flag in (
        ("attr_prefix", "--attr-prefix"),
        ("cdata_key", "--text-key"),
        ("expand_iter", "--item"),
        ("namespace_separator", "--prefix-separator"),
    ):
        words += [flag, remaining.pop(name)] if name in remaining else []
    if "namespaces" in remaining:
        words += ["--namespaces", "expand", "--declare"]
        for uri, prefix in remaining.pop("namespaces").items():
            words += ["--namespace", f"{uri}={prefix}"]
    # Without bytes in the dictionary, and with line feeds and UTF-8, these say nothing.
    remaining.pop("bytes_errors", None)
    if remaining.get("newl") == "\n":
        del remaining["newl"]
    if remaining.get("encoding") == "utf-8":
        del remaining["encoding"]
    if remaining:
        raise NotExpressible(", ".join(remaining))
    return words


def has_bytes(value: Any) -> bool:
    """Whether a recorded dictionary contains bytes."""
    if isinstance(value, dict):
        return "$bytes_b64" in value or any(map(has_bytes, value.values()))
    return isinstance(value, list) and any(map(has_bytes, value))


def canonical(data: bytes, pretty: bool) -> bytes | None:
    """The canonical form with comments, without indentation; `None` for what is not a document."""
    try:
        root = etree.fromstring(data, etree.XMLParser(no_network=True, huge_tree=True))
    except etree.XMLSyntaxError:
        return None
    if pretty:
        for element in root.iter(etree.Element):
            if len(element) and not (element.text or "").strip(SPACE):
                element.text = None
            for child in element:
                if not (child.tail or "").strip(SPACE):
                    child.tail = None
    tree = etree.ElementTree(root)
    try:
        return etree.tostring(tree, method="c14n", with_comments=True)
    except etree.C14NError:
        # Version 1.0 refuses relative URIs of namespaces; version 2.0 leaves out declarations that no name uses.
        return etree.tostring(tree, method="c14n2", with_comments=True)


def spelling(data: bytes) -> tuple[bool, bool, bool]:
    """The spelling that the canonical form leaves out: whether there is a declaration, and long or short empty tags."""
    has_long = re.search(rb"<([^\s<>/]+)[^<>]*></\1>", data) is not None
    return data.startswith(b"<?xml"), has_long, b"/>" in data


def difference(command: Path, case: Case) -> tuple[str, str]:
    """A word for one case, and the results of both programs."""
    try:
        words = flags(case.arguments)
        if has_bytes(case.value):
            raise NotExpressible("bytes")
    except NotExpressible as reason:
        return "not comparable", str(reason)
    pretty = case.arguments.get("pretty", False)
    given = json.dumps(case.value).encode()
    run = subprocess.run([command, *words], input=given, capture_output=True, timeout=60)
    if run.returncode not in (0, 65):
        return "FAILED", f"status {run.returncode}: {run.stderr!r}"
    try:
        expected = xmltodict.unparse(case.value, **case.arguments).encode()
    except (ValueError, AttributeError) as error:
        if run.returncode == 0:
            return "different", f"xmltodict: {error}\nxml2dict:  {run.stdout!r}"
        return "both refuse", ""
    both = f"xmltodict: {expected!r}\nxml2dict:  {run.stdout!r}{run.stderr.decode()}"
    if run.returncode:
        return "different", both
    written = canonical(run.stdout, pretty)
    if written is None:
        return "NOT A DOCUMENT", both
    if written != canonical(expected, pretty) or spelling(run.stdout) != spelling(expected):
        return "different", both
    # The name of the encoding is in upper case here, and the last line ends.
    is_same = run.stdout == expected.replace(b'"utf-8"?>', b'"UTF-8"?>', 1).rstrip(b"\n") + b"\n"
    return "same bytes" if is_same else "same canonical form", ""


def recorded(corpora: Path) -> Iterator[Case]:
    """The calls of `unparse` in xmltodict's own tests."""
    for line in (corpora / "xmltodict_cases.jsonl").read_text().splitlines():
        call = json.loads(line)
        if call["fn"] == "unparse":
            yield Case(call["id"], call["dict"], call["kwargs"])


def rows(table: dict[str, tuple[str, ...]]) -> dict[str, str]:
    """The reasons by case."""
    return {name: reason for reason, names in table.items() for name in names}


def check(command: Path, cases: list[Case]) -> bool:
    """Compares the cases; prints the differences that no table lists, and the rows without a difference."""
    listed = {**dict.fromkeys(rows(DIFFERENCES), "different"), **dict.fromkeys(rows(NOT_COMPARABLE), "not comparable")}
    counts: Counter[str] = Counter()
    good = True
    # Without the corpora, there are no recorded cases.
    expected = {name for name in listed if "::" not in name or len(cases) > len(CASES)}
    missing = expected - {case.name for case in cases}
    for name in missing:
        good = False
        print(f"{name}: listed, but there is no such case")
    for case in cases:
        word, text = difference(command, case)
        counts[word] += 1
        if listed.get(case.name, "") == word or case.name not in listed and word in AGREEMENTS:
            continue
        good = False
        print(f"{case.name}: {word}, listed as {listed.get(case.name, 'nothing')}")
        print(f"{case.value!r} {case.arguments}\n{text}")
    print(f"unparse: {len(cases)} cases: " + ", ".join(f"{count} {word}" for word, count in counts.most_common()))
    return good


def without_known(value: Any, pretty: bool, key: str = "") -> Any:
    """A value without the causes of known differences: carriage returns in text, the characters of markup in comments,
    empty comments, a namespace of null, and where the result is indented, text beside elements."""
    if isinstance(value, dict):
        members = {name: without_known(member, pretty, name) for name, member in value.items()}
        if key == "@xmlns":
            return {prefix: uri or "" for prefix, uri in members.items()}
        if pretty and any(name[:1] not in "@#" for name in members):
            members.pop("#text", None)
        return {name: member for name, member in members.items() if name != "#comment" or member}
    if isinstance(value, list):
        items = [without_known(item, pretty, key) for item in value]
        return [item for item in items if item] if key == "#comment" else items
    if not isinstance(value, str) or key[:1] in ("@", "!"):
        return value
    changed = value.replace("\r", "\n")
    return re.sub("[<&>]", "", changed) if key == "#comment" else changed


def check_random(command: Path, name: str, count: int, seed: str) -> bool:
    """Compares the dictionaries that xmltodict makes of random documents."""
    form, reading, writing = RANDOM[name]
    cases = []
    for number in range(count):
        document = documents.document(f"{seed}/unparse {name}/{number}", form)
        value = xmltodict.parse(document.content, disable_entities=False, **reading)
        value = without_known(value, writing.get("pretty", False))
        cases.append(Case(f"{name}, document {number} of seed {seed}", value, writing))
    with ThreadPoolExecutor() as pool:
        results = list(pool.map(lambda case: difference(command, case), cases))
    bad = [(case, word, text) for case, (word, text) in zip(cases, results) if word not in AGREEMENTS]
    # The shortest tell the most.
    for case, word, text in sorted(bad, key=lambda each: len(each[2]))[:SHOWN]:
        print(f"{case.name}: {word}\n{json.dumps(case.value)}\n{text}")
    print(f"unparse of random documents, {name}: {count - len(bad)} agree, {len(bad)} differ", flush=True)
    return not bad


def main() -> int:
    """Compares the cases and the random documents."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", type=Path, metavar="COMMAND")
    parser.add_argument("corpora", type=Path, nargs="?", metavar="CORPORA")
    parser.add_argument("--count", type=int, default=500, help="random documents for each set (default 500)")
    parser.add_argument("--seed", default="1", help="another one gives other documents (default 1)")
    arguments = parser.parse_args()
    command = arguments.command.resolve()
    cases = [*CASES, *(recorded(arguments.corpora) if arguments.corpora else [])]
    results = [check(command, cases)]
    results += [check_random(command, name, arguments.count, arguments.seed) for name in RANDOM]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
