"""The values of flags and the kinds of runs from which command lines are drawn."""

from __future__ import annotations

from dataclasses import dataclass

# Their output has the flag table or the version. Tests compare it with recorded text.
NOT_DRAWN = {"help", "generate", "version"}
# Flags of reading, which --to-xml refuses or ignores.
READING = {"skip", "sort-keys", "color", "encoding", "require-match", "entities", "quiet", "output"}
# Flags that need another flag.
COMPANIONS = {
    "max-errors": ["--on-error=skip"], "force-text": ["--text-only=string"], "attr-group": ["--attributes=group"],
    "attr-prefix": ["--attributes=prefix"], "declare": ["--namespace=urn:x=x"], "item": ["--root=made"],
}
KEYS = ["k", "text", "#text", "$", "@", "#", "a b", "é", "id", "key\u2028", '"', "_"]
ENCODINGS = ["utf-8", "iso-8859-1", "us-ascii", "windows-1252", "utf-16le", "shift_jis", "koi8-r"]
# The values of flags whose completions list none. The last value of a limit is wide, and drawn most often.
VALUES = {
    "root": ["keep", "drop"], "indent": ["0", "1", "2", "3", "8", "64"], "item": ["item", "i", "p:i"],
    "part-size": ["1", "64K", "700K", "2M", "64M"], "encoding": ENCODINGS[:4] + ENCODINGS, "output": ["written"],
    "threads": ["1", "2", "2", "3"], "attr-prefix": ["@", "-", "_", "", "é", "attr:"],
    "prefix-separator": [":", "_", "$", " ", "|", ""], "text-separator": [":", "_", "$", " ", "|", ""],
    "max-depth": ["2", "20", "1000", "100000"], "max-token-length": ["40", "1000", "64K", "20M"],
    "max-name-length": ["5", "100", "50000"], "max-attributes": ["1", "10", "10000"],
    "max-entities": ["0", "3", "1000"], "max-entity-length": ["5", "100", "64K"],
    "max-amplification": ["1", "2", "100"], "max-errors": ["0", "1", "100"],
    "max-members": ["10", "1000", "2000000"], "max-paths": ["3", "100", "100000"],
    "max-result": ["1K", "100K", "1G"],
}


@dataclass
class Kind:
    """A kind of run: the flag that selects it, and the flags that only this kind uses."""

    flag: str | None = None
    flags: tuple[str, ...] = ()
    # The weight of the kind for a command line whose required flag suits every kind.
    weight: int = 0
    # The probabilities of --records, of more documents than one, and of a large document.
    records: float = 0
    several: float = 0
    large: float = 0


KINDS = {
    "whole": Kind(weight=6, several=0.1),
    "records": Kind("records", ("on-error", "max-errors", "origin", "ancestors"), weight=6, large=0.1),
    "select": Kind("select", weight=2),
    "series": Kind("concatenated", weight=1),
    "describe": Kind("describe", ("max-paths",), weight=1, records=0.4, several=0.3),
    "shape": Kind("shape", ("missing", "on-mismatch", "max-members"), weight=2, records=0.6),
    "xml": Kind("to-xml", ("item", "attribute-name", "declare", "empty-tags"), weight=5),
    "threads": Kind("threads", weight=1, records=0.5, large=1),
    "plan": Kind("plan", ("part-size",), records=1, large=1),
    "part": Kind("part", records=1, large=1),
    "compressed": Kind("decompress"),
    "set": Kind("set", ("delete",)),
}
KIND_OF_FLAG = {flag: name for name, kind in KINDS.items() for flag in (kind.flag, *kind.flags) if flag}
