"""Broken and odd documents, and the verdicts on the results of the tools."""

from __future__ import annotations

import dataclasses
import json
import resource
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

REFUSED = "refused"
SMALL = "refused, or small"
WHOLE = "refused, or whole"
DEPTH = 100_000
TIME_LIMIT = 120
MEMORY_LIMIT = 4 << 30
SHOWN_LENGTH = 40


@dataclasses.dataclass(frozen=True)
class OddDocument:
    """A broken document, or one that tools often read in a wrong way.

    `expected` is REFUSED; or SMALL, which is refused or little output; or
    WHOLE, which is refused or all of it, but no crash; or else the texts and
    attribute values.
    """

    title: str
    content: bytes
    expected: str | list[str]
    may_be_refused: bool = False
    order_counts: bool = False

    @property
    def expectation(self) -> str:
        """The right results, in words."""
        if isinstance(self.expected, str):
            return self.expected
        texts = shown(self.expected)
        return f"{REFUSED}, or {texts}" if self.may_be_refused else texts


LAUGHS = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 9))

ODD_DOCUMENTS = [
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
        b'<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>x&e;y</a>',
        REFUSED,
    ),
    OddDocument(
        "a billion laughs",
        f'<!DOCTYPE a [<!ENTITY e0 "lol">{LAUGHS}]><a>&e8;</a>'.encode(),
        SMALL,
    ),
    OddDocument(
        f"{DEPTH:,} nested elements", b"<a>" * DEPTH + b"</a>" * DEPTH, WHOLE
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
    OddDocument("text around a child", b"<a>x <b>y</b> z</a>", ["x z", "y"]),
    OddDocument(
        "a no-break space at an end", "<a>\u00a0x</a>".encode(), ["\u00a0x"]
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


def limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def verdict(
    command: list[str], document: OddDocument, folder: Path
) -> dict[str, object]:
    """Runs a tool on a document, with bounds on time and memory."""
    path, output = folder / "odd.xml", folder / "output.json"
    path.write_bytes(document.content)
    with open(output, "wb") as file:
        try:
            done = subprocess.run(
                [*command, str(path)],
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.DEVNULL,
                timeout=TIME_LIMIT,
                preexec_fn=limit_memory,
            )
            says, is_right = judge(document, done.returncode, output)
        except subprocess.TimeoutExpired:
            says, is_right = f"does not end in {TIME_LIMIT} s", False
    return {"says": says, "is_right": is_right}


def judge(document: OddDocument, status: int, output: Path) -> tuple[str, bool]:
    if status < 0:
        return f"crashes ({signal.Signals(-status).name})", False
    if status > 0:
        may_be_refused = isinstance(document.expected, str)
        return REFUSED, may_be_refused or document.may_be_refused
    content = output.read_bytes()
    if document.expected == WHOLE:
        return "accepted", content.count(b"{") >= DEPTH - 1
    if len(content) > 1_000_000:
        return f"{len(content) / 1_000_000:,.0f} MB of output", False
    try:
        texts = list(texts_of(json.loads(content.decode())))
    except ValueError:
        return "writes what is no JSON", False
    if isinstance(document.expected, str):
        is_small = document.expected == SMALL and bool(texts)
        return f"accepted: {shown(texts)}", is_small
    # A tool may leave one space or two in place of a child.
    found = [text.replace("  ", " ") for text in texts]
    if document.order_counts:
        return shown(texts), found == document.expected
    return shown(texts), sorted(found) == sorted(document.expected)


def texts_of(value: object) -> Iterator[str]:
    """All texts and attribute values of a result, in their order."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for member in value:
            yield from texts_of(member)
    elif value is not None:
        yield str(value)


def shown(texts: list[str]) -> str:
    text = ", ".join(json.dumps(text, ensure_ascii=False) for text in texts)
    text = text.replace("\u00a0", "\\u00a0") or "nothing"
    return text if len(text) <= SHOWN_LENGTH else text[:SHOWN_LENGTH] + "…"
