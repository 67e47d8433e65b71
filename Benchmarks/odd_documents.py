"""Broken and odd documents, and the verdicts on the results of the tools."""

from __future__ import annotations

import dataclasses
import json
import resource
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

REFUSED, SMALL, WHOLE = "refused", "refused, or small", "refused, or whole"
DEPTH = 100_000
TIME_LIMIT = 120
MEMORY_LIMIT = 4 << 30
SHOWN_LENGTH = 40


@dataclasses.dataclass(frozen=True)
class OddDocument:
    """A broken document, or one that tools often read in a wrong way.

    `expected` is REFUSED; or SMALL, which is refused or little output; or WHOLE, which is refused or all of it, but no
    crash; or else the texts and attribute values.
    """

    title: str
    content: str
    expected: str | list[str]
    encoding: str = "utf-8"
    may_be_refused: bool = False
    order_counts: bool = False

    @property
    def expectation(self) -> str:
        """Describes the expected results."""
        if isinstance(self.expected, str):
            return self.expected
        return f"{REFUSED}, or {shown(self.expected)}" if self.may_be_refused else shown(self.expected)


LAUGHS = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 9))
ODD_DOCUMENTS = [
    *(OddDocument(**each) for each in json.loads(Path(__file__).with_name("odd-documents.json").read_text(encoding="utf-8"))),
    OddDocument("a billion laughs", f'<!DOCTYPE a [<!ENTITY e0 "lol">{LAUGHS}]><a>&e8;</a>', SMALL),
    OddDocument(f"{DEPTH:,} nested elements", "<a>" * DEPTH + "</a>" * DEPTH, WHOLE),
]


def limit_memory() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, MEMORY_LIMIT))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def verdict(command: list[str], document: OddDocument, folder: Path) -> dict[str, object]:
    """Runs a tool on a document, with bounds on time and memory."""
    path, output = folder / "odd.xml", folder / "output.json"
    path.write_bytes(document.content.encode(document.encoding))
    with open(output, "wb") as file:
        try:
            done = subprocess.run(
                [*command, str(path)], stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.DEVNULL,
                timeout=TIME_LIMIT, preexec_fn=limit_memory,
            )
            says, is_right = judge(document, done.returncode, output)
        except subprocess.TimeoutExpired:
            says, is_right = f"does not end in {TIME_LIMIT} s", False
    return {"says": says, "is_right": is_right}


def judge(document: OddDocument, status: int, output: Path) -> tuple[str, bool]:
    if status < 0:
        return f"crashes ({signal.Signals(-status).name})", False
    if status > 0:
        return REFUSED, isinstance(document.expected, str) or document.may_be_refused
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
        return f"accepted: {shown(texts)}", document.expected == SMALL and bool(texts)
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
