"""Compares the XML that xml2dict writes: of dictionaries with that of xmltodict.unparse, and of documents with themselves.

Both results must have the same canonical form, as libxml2 makes it, with comments; or both programs must refuse.
`DIFFERENCES` lists the cases that differ, each with the reason: a case that no longer differs is a failure, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import xmltodict
from lxml import etree

import documents
import session
from documents import Form
from oracles import SPACE
from session import Command, Report, Session


def canonical(data: bytes, is_indented: bool = False) -> bytes | None:
    """The canonical form with comments, perhaps without indentation; `None` if libxml2 does not read the document."""
    try:
        root = etree.fromstring(data, etree.XMLParser(resolve_entities=True, attribute_defaults=True, no_network=True, huge_tree=True))
    except (etree.XMLSyntaxError, ValueError, LookupError):
        return None
    for element in root.iter(etree.Element) if is_indented else ():
        if len(element) and not (element.text or "").strip(SPACE):
            element.text = None
        for child in element:
            if not (child.tail or "").strip(SPACE):
                child.tail = None
    try:
        return etree.tostring(etree.ElementTree(root), method="c14n", with_comments=True)
    except etree.C14NError:
        # Version 1.0 refuses relative URIs of namespaces; version 2.0 leaves out declarations that no name uses.
        return etree.tostring(etree.ElementTree(root), method="c14n2", with_comments=True)


# MARK: xmltodict.unparse


@dataclass(frozen=True)
class Case:
    """One call of `unparse`, and the result of the comparison."""

    value: Any
    arguments: dict[str, Any]
    result: str = "agree"


def call(value: Any, **arguments: Any) -> Case:
    return Case(value, arguments)


NAMESPACES = {"http://default.example/": "", "http://a.example/": "a"}
EXPANDED = {"http://default.example/:x": {"@http://a.example/:y": "v", "#text": "1"}, "http://a.example/:z": "2"}
DECLARED = {"@xmlns": {"": "http://default.example/", "a": "http://a.example/"}, **EXPANDED}
WITH_PREFIX = {"@xmlns": {"": "http://default.example/", "a": "http://a.example/"}, "http://a.example/!x": "1"}
DEFAULT = {"http://default.example/": ""}
IN_DEFAULT = {"@xmlns": {"": "http://default.example/"}, "#text": "1"}
FRAGMENT = {"full_document": False}

# Cases for the arguments that xmltodict's own tests do not use.
AGREEING = [
    call({"a": {"!x": "1", "b": {"!y": "2", "#text": "t"}}}, attr_prefix="!"),
    call({"a": {"@x": "1", "_": "t"}}, cdata_key="_"),
    call({"$c": ["1", "2"], "a": {"$c": "3", "b": "t"}}, comment_key="$c"),
    call({"a": "t", "#comment": "c"}),
    call({"#comment": "1", "a": {"#comment": ["2", "3"], "b": {"c": "t"}}}, pretty=True),
    call({"a": {"b": [[1, 2], 3, [[4]], []]}}, expand_iter="item"),
    call({"a": [1, 2]}, expand_iter="item"),
    call({"a": {"b": {"c": ["1", "2"]}, "d": None}}, pretty=True, indent=3),
    call({"a": {"b": {"c": ["1", "2"]}, "d": None}}, pretty=True, indent="  "),
    call({"http://default.example/:r": DECLARED}, namespaces=NAMESPACES),
    call({"http://default.example/!r": IN_DEFAULT}, namespaces=DEFAULT, namespace_separator="!"),
    call({"r": {"@xmlns": "urn:d", "@xmlns:p": "urn:p", "p:x": {"@p:y": "1"}}}),
    call({"r": {"@xmlns": {"": "urn:d", "p": "urn:p"}, "p:x": {"@p:y": "1"}}}),
    call({"a": {"@xml:lang": "en", "@xml:space": "preserve", "#text": " x "}}),
    call({"a": {"b": [None, True, 1.5, "x", {"c": 1}, {}, ""]}}),
    call({"a": {"@b": 1, "@c": True, "@d": None, "@e": 1.5, "@f": False}}),
    call({"a": {"b": [0, -1, 1.0, -0.0, 1e22, 1e-7, 12345678901234567890123, 0.1]}}),
    call({"a": {"@b": "<&>\"'\t\n\r", "#text": "<&>\"'\t\n]]>"}}),
    call({"a": ["t"]}),
    call({"a": {"b": "", "c": {}, "d": None, "e": {"#text": ""}}}),
    call({"a": {"b": "", "c": {}, "d": None}}, short_empty_elements=True),
    call({"a": {"b": "1", "#text": "t"}}),
    call({"a": {"#comment": None}}),
    call({"@x": "t", "a": "t"}),
    call({"http://default.example/|r": IN_DEFAULT}, namespaces=DEFAULT, namespace_separator="|"),
    call({"a": {"@xmlns": {"": None}}}),
]
DIFFERENCES: dict[str, list[Case]] = {
    "xmltodict writes several roots, which are not a document; xml2dict refuses them": [
        call({"a": "1", "b": "2"}, **FRAGMENT),
        call({"a": ["1", "2"]}, **FRAGMENT),
    ],
    "xmltodict writes nothing, or no element; xml2dict refuses, because a document has a root": [
        call({"a": []}),
        call({}, **FRAGMENT),
        call({"#comment": "c"}, **FRAGMENT),
    ],
    "xmltodict writes text after all child elements; xml2dict writes it at the place of its key": [
        call({"a": {"#text": "t", "b": "1"}}),
        call({"a": {"#text": "t", "b": "1"}}, pretty=True),
    ],
    "xmltodict indents mixed content, which changes its text; xml2dict does not": [call({"a": {"b": "1", "#text": "t"}}, pretty=True)],
    "xmltodict writes a list or a dictionary in Python's syntax; xml2dict refuses, or asks for --item": [
        call({"a": {"b": [1, [{"c": 2}]]}}),
        call({"a": {"b": [[]]}}),
        call({"a": {"@x": ["t", "u"]}}),
        call({"a": {"@x": {"t": 1}}}),
        call({"a": {"#text": {"t": 1}}}),
        call({"a": {"#comment": {"t": 1}}}),
    ],
    "xmltodict writes a list in Python's syntax; xml2dict writes its items as the pieces of the text": [
        call({"a": {"#text": ["t", "u"]}}),
        call({"a": {"#text": []}}),
    ],
    "xmltodict leaves out empty comments; xml2dict writes them, as it reads them": [call({"a": {"#comment": ["", "c"]}})],
    "xmltodict escapes characters of comments, where XML has no references; xml2dict writes them as they are": [
        call({"a": {"#comment": "<&>"}}),
    ],
    "xmltodict writes a carriage return, which a reader replaces by a line feed; xml2dict writes a reference": [call({"a": "1\r2"})],
    "xmltodict writes characters that XML does not have; xml2dict refuses them": [call({"a": "\x01"}), call({"a": "\ufffe"})],
    "xmltodict writes names that XML does not have; xml2dict refuses them": [
        call({"1a": "t"}),
        call({"a": {"b&c": "t"}}),
        call({"": "t"}),
        call({"a": {"@": "t"}}),
        call({"#text": "t"}),
    ],
    "xmltodict writes prefixes that are not declared; xml2dict refuses them": [call({"p:a": "t"}), call({"a": {"@p:x": "t"}})],
    "xmltodict writes declarations that Namespaces in XML forbids; xml2dict refuses them": [
        call({"a": {"@xmlns": {"p": ""}}}),
        call({"a": {"@xmlns:xml": "urn:x"}}),
    ],
    "xmltodict writes prefixes without declaring them; xml2dict declares them": [
        call({"http://default.example/:r": EXPANDED}, namespaces=NAMESPACES),
    ],
    "xmltodict writes the separator also after a prefix, where XML has a colon; xml2dict writes a colon": [
        call({"http://default.example/!r": WITH_PREFIX}, namespaces=NAMESPACES, namespace_separator="!"),
    ],
    "without a prefix, every key is an attribute to xmltodict; xml2dict writes elements, except for --attribute-name": [
        call({"a": {"x": "1", "#text": "t"}}, attr_prefix=""),
    ],
}
# Random documents: the arguments by which xmltodict reads them, and those by which it writes them.
KEYS = {"attr_prefix": "!", "cdata_key": "$"}
RANDOM: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "defaults": ({}, {}),
    "comments": ({"process_comments": True}, {}),
    "keys": (KEYS, {**KEYS, "short_empty_elements": True}),
    "pretty": ({}, {"pretty": True, "indent": 2}),
}
# The calls in xmltodict's own tests that do not agree: it indents by dots, which are text; and it refuses a comment that
# ends with a hyphen, where xml2dict writes a space after it, which its reader trims.
RECORDED = {"pretty_print#1": "not comparable", "unparse_rejects_comment_ending_with_hyphen#1": "differ"}


FLAGS = {
    "attr_prefix": "--attr-prefix", "cdata_key": "--text-key", "expand_iter": "--item", "namespace_separator": "--prefix-separator",
    "comment_key": "--comment-key",
}
# Arguments that change nothing here: the dictionaries have no bytes, and xml2dict writes line feeds and UTF-8.
NEUTRAL = [("newl", "\n"), ("encoding", "utf-8")]


def flags(arguments: dict[str, Any]) -> list[str] | None:
    """The flags of xml2dict that mean the arguments of `unparse`; `None` if there are none."""
    given = {"comment_key": "#comment", "indent": "\t"} | {name: value for name, value in arguments.items() if (name, value) not in NEUTRAL}
    given.pop("bytes_errors", None)
    words = ["--to-xml", "--convention", "xmltodict", "--xmlns", "collect"]
    words += ["--empty-tags", "short" if given.pop("short_empty_elements", False) else "long"]
    words += [] if given.pop("full_document", True) else ["--xml-declaration", "drop"]
    indent = given.pop("indent")
    indent = " " * indent if isinstance(indent, int) else indent
    if not given.pop("pretty", False):
        words += ["--compact"]
    elif indent.strip(" ") in ("", "\t"):
        words += ["--tab"] if indent == "\t" else ["--indent", str(len(indent))]
    else:
        return None
    words += [word for name in FLAGS if name in given for word in (FLAGS[name], given.pop(name))]
    if "namespaces" in given:
        pairs = [f"{uri}={prefix}" for uri, prefix in given.pop("namespaces").items()]
        words += ["--namespaces", "expand", "--declare", *(word for pair in pairs for word in ("--namespace", pair))]
    return None if given else words


def has_bytes(value: Any) -> bool:
    """Whether a recorded dictionary contains bytes."""
    if isinstance(value, dict):
        return "$bytes_b64" in value or any(map(has_bytes, value.values()))
    return isinstance(value, list) and any(map(has_bytes, value))


def spelling(data: bytes) -> tuple[bool, bool, bool]:
    """The spelling that the canonical form leaves out: whether there is a declaration, and long or short empty tags."""
    has_long = re.search(rb"""<([^\s<>/]+)(?:[^<>"']|"[^"]*"|'[^']*')*></\1>""", data) is not None
    return data.startswith(b"<?xml"), has_long, b"/>" in data


def difference(command: Command, case: Case) -> tuple[str, str]:
    """The result of the comparison of a case, and the output of both programs."""
    if has_bytes(case.value):
        return "JSON has no bytes", ""
    words = flags(case.arguments)
    if words is None:
        return "not comparable", ""
    run = command.run(*words, given=json.dumps(case.value).encode())
    if run.status not in (0, 65):
        return "failed", f"status {run.status}: {run.err}"
    try:
        expected = xmltodict.unparse(case.value, **case.arguments).encode()
    except (ValueError, AttributeError) as error:
        return "differ" if run.status == 0 else "both refuse", f"xmltodict: {error}\nxml2dict:  {run.out!r}"
    both = f"xmltodict: {expected!r}\nxml2dict:  {run.out!r}{run.err}"
    if run.status:
        return "differ", both
    pretty = case.arguments.get("pretty", False)
    written = canonical(run.out, pretty)
    if written is None:
        return "not a document", both
    is_same = written == canonical(expected, pretty) and spelling(run.out) == spelling(expected)
    return "agree" if is_same else "differ", both


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


def recorded() -> Iterator[Case]:
    """The calls of `unparse` in xmltodict's own tests."""
    lines = (session.CORPORA / "xmltodict_cases.jsonl").read_text().splitlines() if session.has_corpora() else []
    for line in lines:
        test = json.loads(line)
        if test["fn"] == "unparse":
            yield Case(test["dict"], test["kwargs"], RECORDED.get(test["id"].partition("::test_")[2], "agree"))


def drawn(given: Session, name: str) -> Iterator[Case]:
    """The dictionaries that xmltodict makes of random documents."""
    reading, writing = RANDOM[name]
    for number in given.numbers:
        document = documents.document(f"{given.seed}/unparse {name}/{number}", Form(declares_prefixes=True))
        value = xmltodict.parse(document.content, disable_entities=False, **reading)
        yield Case(without_known(value, writing.get("pretty", False)), writing)


def unparse(given: Session, kind: str, name: str, report: Report) -> None:
    """Compares the cases of this file, the recorded ones, or those of random documents."""
    listed = [*AGREEING, *(Case(case.value, case.arguments, "differ") for cases in DIFFERENCES.values() for case in cases)]
    cases = {"cases": lambda: listed, "recorded": lambda: list(recorded()), "random": lambda: list(drawn(given, name))}[kind]()
    with ThreadPoolExecutor() as pool:
        results = list(pool.map(lambda case: difference(given.command, case), cases))
    for place, (case, (result, both)) in enumerate(zip(cases, results)):
        report.counts[result] += 1
        if result not in (case.result, "both refuse", "JSON has no bytes"):
            label = given.numbers[place] if kind == "random" else f"case {place}"
            report.fail(label, json.dumps(case.value).encode(), f"{result} {case.arguments}, listed as: {case.result}", both)


# MARK: Documents, to JSON and back

NODES = ("--comment-key", "#comment", "--pi-key", "#pi", "--doctype-key", "#doctype")
ORDER = (*NODES, "--cdata-key", "#cdata", "--order-key", "#order")
# The options that keep all of a document.
LOSSLESS = {
    "jsonml": ("--convention", "jsonml", *NODES),
    "xmltodict": ("--convention", "xmltodict", "--trim", "none", *ORDER),
    "badgerfish": ("--convention", "badgerfish", "--trim", "none", *ORDER),
}
# Conventions that lose something, so that only the second reading is the same. Parker leaves out the names of root and items.
SETS = LOSSLESS | {
    "xmlreader": (),
    "xmltodict, trimmed": ("--convention", "xmltodict", *ORDER),
    "xmltodict, plain": ("--convention", "xmltodict"),
    "badgerfish, plain": ("--convention", "badgerfish"),
    "gdata": ("--convention", "gdata"),
    "jsonml, plain": ("--convention", "jsonml"),
    "parker": ("--convention", "parker"),
}
# Documents that libxml2 itself reads in another way than expat: references to line ends in entities, and XML 1.1.
OTHER_CHARACTERS = {"valid-sa-068", "valid-sa-108", "ibm-1-1-valid-P02-ibm02v04.xml", "rmt-050", "rmt-051"}
# Documents that do not declare all their prefixes, so that they do not keep Namespaces in XML 1.0: they are refused.
UNDECLARED = {
    "feed/FeedKit__xml_AtomMedia.xml",
    "hl7-cda/C-CDA-Examples__Allergy_to_latex_Allergy_to_specific_substance_latex_C-CDA2.1_.xml",
}
# The results that are not errors.
GOOD = {
    "not read", "refused for its prefixes", "same value", "same value, and libxml2 does not read it", "same canonical form",
    "other characters in libxml2",
}


def value(data: bytes) -> object:
    """The value of JSON, without the encoding beside a root: what is written is UTF-8, whatever the document was."""
    read = json.loads(data or b"null")
    if isinstance(read, dict) and "version" in read:
        read.pop("encoding", None)
    return read


def result(command: Command, name: str, document: str, data: bytes) -> tuple[str, str]:
    """The result of one document under one convention, and what differs."""
    flags = SETS[name]
    first = command.run(*flags, "-c", given=data)
    if first.status != 0:
        return "not read", ""
    written = command.run(*flags, *(("--root", "root", "--item", "item") if name == "parker" else ()), "-x", given=first.out)
    # Parker leaves out attributes, and so declarations.
    if (document in UNDECLARED or name == "parker") and written.status == 65 and " is not declared" in written.err:
        return "refused for its prefixes", ""
    if written.status != 0:
        return "not written", written.err
    second = command.run(*flags, "-c", given=written.out)
    if second.out != first.out and value(second.out) != value(first.out):
        return "read again as another", f"{first.out[:300]!r}\n{written.out[:300]!r}\n{second.out[:300]!r}{second.err}"
    if name not in LOSSLESS:
        return "same value", ""
    before, after = canonical(data), canonical(written.out) or b""
    if before is None:
        return "same value, and libxml2 does not read it", ""
    if before == after:
        return "same canonical form", ""
    if document in OTHER_CHARACTERS:
        return "other characters in libxml2", ""
    place = next((i for i, (a, b) in enumerate(zip(before, after)) if a != b), 0)
    return "another canonical form", "\n".join(repr(each[max(0, place - 60) : place + 60]) for each in (before, after))


def round_trips(given: Session, kind: str, name: str, report: Report) -> None:
    """Compares all documents of the suite that keep Namespaces in XML 1.0, and the real ones."""
    found = session.suite("valid", "invalid") | session.real()
    with ThreadPoolExecutor() as pool:
        results = list(pool.map(lambda item: result(given.command, name, *item), found.items()))
    for (document, data), (word, detail) in zip(found.items(), results):
        report.counts[word] += 1
        if word not in GOOD:
            report.fail(document, data, word, detail)
