"""Compares documents with what xml2dict writes of them, in the canonical form that libxml2 gives both.

    roundtrip.py COMMAND CORPORA [--set NAME ...]

COMMAND is the built xml2dict, CORPORA the folder with the documents: the XML conformance suite of the W3C, and real
documents. Every document that xml2dict reads goes to JSON and back, under each convention. Exit status: 0 when all are
the same, 1 when one differs.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import zipfile
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lxml import etree

NODES = ("--comment-key", "#comment", "--pi-key", "#pi", "--doctype-key", "#doctype")
ORDER = (*NODES, "--cdata-key", "#cdata", "--order-key", "#order")
# What keeps all of a document.
LOSSLESS = {
    "jsonml": ("--convention", "jsonml", *NODES),
    "xmltodict": ("--convention", "xmltodict", "--trim", "none", *ORDER),
    "badgerfish": ("--convention", "badgerfish", "--trim", "none", *ORDER),
}
# What loses something, so that only the second reading is the same. Parker leaves out the names of root and items.
CONVENTIONS = {
    "xmlreader": (),
    "xmltodict, trimmed": ("--convention", "xmltodict", *ORDER),
    "xmltodict, plain": ("--convention", "xmltodict"),
    "badgerfish, plain": ("--convention", "badgerfish"),
    "gdata": ("--convention", "gdata"),
    "jsonml, plain": ("--convention", "jsonml"),
    "parker": ("--convention", "parker"),
}
SHOWN = 5
# Documents that libxml2 itself reads in another way than expat: references to line ends in entities, and XML 1.1.
OTHER_CHARACTERS = {"valid-sa-068", "valid-sa-108", "ibm-1-1-valid-P02-ibm02v04.xml", "rmt-050", "rmt-051"}

# Documents that do not declare all their prefixes, so that they do not keep Namespaces in XML 1.0: they are refused.
UNDECLARED = {
    "feed/FeedKit__xml_AtomMedia.xml",
    "hl7-cda/C-CDA-Examples__Allergy_to_latex_Allergy_to_specific_substance_latex_C-CDA2.1_.xml",
}


def run(command: list[str], data: bytes) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(command, input=data, capture_output=True, timeout=60)


def canonical(data: bytes) -> bytes | None:
    """The canonical form with comments (C14N 1.0); `None` for what libxml2 does not read, or has none."""
    parser = etree.XMLParser(resolve_entities=True, attribute_defaults=True, no_network=True, huge_tree=True, remove_blank_text=False)
    try:
        tree = etree.ElementTree(etree.fromstring(data, parser))
        return etree.tostring(tree, method="c14n", with_comments=True)
    except (etree.XMLSyntaxError, etree.C14NError, ValueError, LookupError):
        return None


def documents(corpora: Path) -> Iterator[tuple[str, bytes]]:
    """The names and the bytes of the documents of the suite that keep Namespaces in XML 1.0, and of all real ones."""
    verdicts = (corpora / "xmlconf" / "expat_verdicts.tsv").read_text().splitlines()[1:]
    accepted = {row.split("\t")[0] for row in verdicts if row.split("\t")[5] == "accept"}
    with zipfile.ZipFile(corpora / "xmlconf" / "xmlts20130923.zip") as suite:
        names = {Path(name).as_posix(): name for name in suite.namelist()}
        for line in (corpora / "xmlconf" / "tests.jsonl").read_text().splitlines():
            test = json.loads(line)
            if test["type"] not in ("valid", "invalid") or test["id"] not in accepted:
                continue
            found = [name for name in names if name.endswith("/" + test["path"])]
            if found:
                yield test["id"], suite.read(names[found[0]])
    for line in (corpora / "real" / "EXPECTED.jsonl").read_text().splitlines():
        document = json.loads(line)
        yield document["file"], (corpora / "real" / document["file"]).read_bytes()


def value(data: bytes) -> object:
    """What JSON says, without the encoding beside a root: what is written is UTF-8, whatever the document was."""
    read = json.loads(data or b"null")
    if isinstance(read, dict) and "version" in read:
        read.pop("encoding", None)
    return read


def difference(command: str, name: str, flags: tuple[str, ...], document: str, data: bytes) -> tuple[str, str]:
    """A word for the result of one document under one convention, and what differs."""
    first = run([command, *flags, "-c"], data)
    if first.returncode != 0:
        return "not read", ""
    writing = (*flags, "--root", "root", "--item", "item") if name == "parker" else flags
    written = run([command, *writing, "-x"], first.stdout)
    # Parker leaves out attributes, and so declarations.
    if (document in UNDECLARED or name == "parker") and written.returncode == 65 and b" is not declared" in written.stderr:
        return "refused for its prefixes", ""
    if written.returncode != 0:
        return "NOT WRITTEN", written.stderr.decode()
    second = run([command, *flags, "-c"], written.stdout)
    if second.stdout != first.stdout and value(second.stdout) != value(first.stdout):
        return "READ AGAIN AS ANOTHER", f"{first.stdout[:300]!r}\n{written.stdout[:300]!r}\n{second.stdout[:300]!r}{second.stderr!r}"
    if name not in LOSSLESS:
        return "same value", ""
    before, after = canonical(data), canonical(written.stdout)
    if before is None:
        return "same value, and libxml2 has no canonical form", ""
    if before != after and document in OTHER_CHARACTERS:
        return "other characters in libxml2", ""
    if before != after:
        place = next((i for i, (a, b) in enumerate(zip(before, after or b"")) if a != b), 0)
        start = max(0, place - 60)
        return "ANOTHER CANONICAL FORM", f"{before[start:place + 60]!r}\n{(after or b'')[start:place + 60]!r}"
    return "same canonical form", ""


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("corpora", type=Path)
    parser.add_argument("--set", action="append", choices=[*LOSSLESS, *CONVENTIONS])
    arguments = parser.parse_args()
    found = list(documents(arguments.corpora))
    failed = False
    for name, flags in {**LOSSLESS, **CONVENTIONS}.items():
        if arguments.set and name not in arguments.set:
            continue
        with ThreadPoolExecutor() as pool:
            results = list(pool.map(lambda item: difference(arguments.command, name, flags, *item), found))
        counts = Counter(word for word, _ in results)
        print(f"{name}: " + ", ".join(f"{count} {word}" for word, count in counts.most_common()))
        bad = [(found[i][0], word, text) for i, (word, text) in enumerate(results) if word.isupper() or text]
        for document, word, text in bad[:SHOWN]:
            print(f"  {document}: {word}\n    " + text.strip().replace("\n", "\n    "))
        failed = failed or bool(bad)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
