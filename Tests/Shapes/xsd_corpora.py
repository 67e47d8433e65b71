"""The schemas and documents of the corpora, one task for each schema."""

from __future__ import annotations

import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import xmlschema

@dataclass
class Task:
    """A schema with its documents."""

    name: str
    # The schema that the others belong to is the first.
    schemas: list[Path]
    is_valid: bool = True
    # Valid documents.
    documents: list[Path] = field(default_factory=list)
    # Whether the corpus has verdicts on validity; otherwise xmlschema decides.
    is_sure: bool = True

    def parse(self, validation: str = "strict") -> Any:
        """The schema as xmlschema parses it, without the network."""
        files = [str(each) for each in self.schemas]
        return xmlschema.XMLSchema10(files if len(files) > 1 else files[0], validation=validation, allow="local", use_fallback=False)


def unpacked(corpora: Path, folder: Path, kind: str) -> Path:
    """A folder with the files of an archive."""
    with zipfile.ZipFile(corpora / "xsd" / f"{kind}.zip") as archive:
        archive.extractall(folder / kind)
    return folder / kind


def cyclonedx(top: Path) -> Iterator[Task]:
    for minor in range(8):
        found = [
            path for path in sorted(top.rglob("valid-*.xml"))
            if re.search(rb"http://cyclonedx.org/schema/bom/1.(\d)", path.read_bytes())[1] == b"%d" % minor
        ]
        extensions = sorted(top.glob("schema/ext/*-1.0.xsd")) if minor == 1 else []
        yield Task(f"1.{minor}", [top / f"schema/bom-1.{minor}.xsd", top / "schema/spdx.xsd", *extensions], documents=found)


def features(top: Path) -> Iterator[Task]:
    for folder in sorted((top / "feature").iterdir()):
        documents = sorted(folder.rglob("*.xml"))
        main = folder / "schema.xsd"
        for path in [main] if main.exists() else sorted(folder.rglob("*.xsd")):
            name = folder.name if path == main else f"{folder.name}/{path.stem}"
            yield Task(name, [path], documents=documents, is_sure=False)


def w3c(top: Path) -> Iterator[Task]:
    for line in (top / "index.jsonl").read_text(encoding="utf-8").splitlines():
        group = json.loads(line)
        valid = [top / each["path"] for each in group["instances"] if each["valid"] and group["schemaValid"]]
        yield Task(f"{group['set']}/{group['group']}", [top / each for each in group["schemas"]], group["schemaValid"], valid)


KINDS = {"cyclonedx": cyclonedx, "features": features, "w3c": w3c}
