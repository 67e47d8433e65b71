"""The documents that command lines read."""

from __future__ import annotations

import json
import re
import sys
import zipfile
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from xml.parsers import expat

from project import ROOT

sys.path.insert(0, str(ROOT / "Tests/Differential"))
import documents as random_documents  # noqa: E402


@dataclass
class Names:
    """The names in a document. No list is empty."""

    # The names from the root to each element.
    paths: list[list[str]]
    attributes: list[str]
    namespaces: list[str]
    # Whether expat read the document without an error.
    are_complete: bool


@dataclass
class Document:
    """A file, and the names in it."""

    file: Path

    @cached_property
    def names(self) -> Names:
        """The names in the first 300,000 bytes, up to an error."""
        paths: list[list[str]] = []
        attributes: dict[str, str] = {}
        namespaces: list[str] = []
        stack: list[str] = []

        def start(name: str, values: dict[str, str]) -> None:
            stack.append(name)
            if len(paths) < 3000:
                paths.append(list(stack))
            attributes.update(values)
            namespaces.extend(value for key, value in values.items() if key.startswith("xmlns") and value)

        parser = expat.ParserCreate()
        parser.StartElementHandler = start
        parser.EndElementHandler = lambda name: stack.pop()
        are_complete = True
        try:
            parser.Parse(self.file.read_bytes()[:300_000], False)
        except (expat.ExpatError, ValueError, LookupError):
            are_complete = False
        return Names(paths or [["root"]], list(attributes) or ["id"], namespaces or ["urn:x"], are_complete)

    def path(self, random: Random) -> str:
        """Draws a path in one of its forms. Most paths match an element."""
        paths = self.names.paths
        names, attribute = random.choice(paths), random.choice(self.names.attributes)
        forms = [names[-1]] * 5 + ["/".join(names[-2:])] * 2
        forms += ["/" + "/".join(names), "*/" + names[-1] if len(names) > 1 else "*", f"{names[-1]}/@{attribute}"]
        forms += [f"{names[-1]}|{random.choice(paths)[-1]}", random.choice(["nowhere", names[-1] + "/*", "@" + attribute])]
        return random.choice(forms)


class Documents:
    """All documents. The folder holds those that are not files of the corpora."""

    def __init__(self, folder: Path, corpora: Path, seed: str) -> None:
        folder.mkdir()
        self.random = Random(f"documents {seed}")
        self.folder = folder
        self.json = self._extract(corpora / "json/JSONTestSuite.zip", ".json")
        form = random_documents.Form()
        contents = [random_documents.document(f"{seed} {index}", form).content for index in range(400)]
        made = [self._write(f"random-{index}.xml", content) for index, content in enumerate(contents)]
        # A draw takes each pool equally often. Random documents are in the list twice.
        self.pools = [*self._read(corpora), made, made]
        self.large = [self._make_large(index) for index in range(20)]
        sources = [document for pool in self.pools[:-1] for document in pool]
        self.damaged = [self._damage(index, self.random.choice(sources)) for index in range(400)]

    def _write(self, name: str, content: bytes) -> Document:
        file = self.folder / name.replace("/", "-")
        file.write_bytes(content)
        return Document(file)

    def _extract(self, archive: Path, suffix: str) -> list[Document]:
        with zipfile.ZipFile(archive) as files:
            names = [name for name in files.namelist() if name.endswith(suffix)]
            return [self._write(f"{archive.stem}-{name}", files.read(name)) for name in names]

    def _read(self, corpora: Path) -> list[list[Document]]:
        """Real documents, the W3C suite, and messages of protocols."""
        records = map(json.loads, (corpora / "real/EXPECTED.jsonl").read_text(encoding="utf-8").splitlines())
        cases = map(json.loads, (corpora / "smithy/cases.jsonl").read_text(encoding="utf-8").splitlines())
        return [
            [Document(corpora / "real" / record["file"]) for record in records],
            self._extract(corpora / "xmlconf/xmlts20130923.zip", ".xml"),
            [self._write(f"smithy-{case['id']}.xml", case["xml"].encode()) for case in cases],
        ]

    def _make_large(self, index: int) -> Document:
        """Writes 3 to 8 MB of random records, some in groups. Two of the twenty documents have an error near the end."""
        random = Random(f"large {index}")
        writer = random_documents.Writer(random, random_documents.Form(declares_prefixes=True))
        writer.has_entities = False
        records = []
        for number in range(200):
            writer.parts.clear()
            writer.budget = random.choice([3, 10, 30])
            writer.element(random.choice(["item", "item", "name"]), random_documents.Scope(), 3)
            records.append("".join(writer.parts) + random.choice(["", "\n", f"<!-- {number} -->\n"]))
        content = "<!DOCTYPE made [<!ENTITY e 'x'>]><made>\n" if index in (7, 13) else "<?xml version='1.0'?>\n<made>\n"
        size = random.randrange(3 << 20, 8 << 20)
        while len(content) < size:
            group = "".join(random.choices(records, k=random.randrange(1, 400)))
            content += f"<group n='{len(content)}'>{group}</group>\n" if index % 3 == 0 else group
        if index in (4, 16):
            offset = len(content) * 4 // 5
            content = f"{content[:offset]}</wrong>{content[offset:]}"
        return self._write(f"large-{index}.xml", f"{content}</made>\n".encode("utf-16" if index == 11 else "utf-8"))

    def _damage(self, index: int, document: Document) -> Document:
        """Writes a copy with one byte changed, one tag removed, or its end cut off."""
        content = bytearray(document.file.read_bytes())
        offset = self.random.randrange(max(1, len(content)))
        kind = self.random.randrange(3)
        if kind == 0 and content:
            content[offset] = self.random.choice(b"<>&\"' ]\x00\xffa")
        elif kind == 1 and (tags := list(re.finditer(rb"<[^<>]*>", content))):
            tag = self.random.choice(tags)
            del content[tag.start() : tag.end()]
        else:
            del content[offset:]
        return self._write(f"damaged-{index}.xml", bytes(content))

    def draw(self, random: Random) -> Document:
        """Draws a document that is not large. One of eight is damaged; most others are well-formed."""
        if random.random() < 0.12:
            return random.choice(self.damaged)
        pool = random.choice(self.pools)
        for _ in range(4):
            document = random.choice(pool)
            if document.names.are_complete:
                break
        return document
