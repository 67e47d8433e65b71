"""The flag table of a command."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from random import Random

from same_as.inputs import Document
from same_as.tables import KEYS, NOT_DRAWN, VALUES


@dataclass
class Flag:
    """A flag, as the completions for fish describe it."""

    name: str
    takes_value: bool
    words: list[str]

    def value(self, random: Random, document: Document) -> str:
        """Draws a value; paths and names are from the document."""
        name = self.name
        if name in ("records", "select", "skip", "force-list", "force-text", "delete"):
            return document.path(random)
        if name == "set":
            return f"{document.path(random)}={random.choice(['', '0', 'a & b', 'é'])}"
        if name == "type":
            return f"{document.path(random)}={random.choice(['string', 'number', 'boolean'])}"
        if name == "namespace":
            return f"{random.choice(document.names.namespaces)}={random.choice(['', 'p', 'q', 'n-s'])}"
        if name == "attribute-name":
            return random.choice(document.names.attributes)
        if values := VALUES.get(name) or self.words:
            return random.choice(values[-1:] * 3 + values if name.startswith("max-") else values)
        if name.endswith("-key") or name in ("attr-group", "origin", "ancestors"):
            return random.choice(KEYS + [f"#{name}"] * 8)
        raise SystemExit(f"same-as: --{name} has no values in Scripts/same_as/tables.py")


def flags_of(command: Path) -> dict[str, Flag]:
    """Reads the flag table of a command."""
    text = subprocess.run([command, "--generate", "fish"], capture_output=True, text=True, check=True).stdout
    flags = {}
    for line in text.splitlines():
        if match := re.search(r" -l (\S+)( .*?)? -d '", line):
            words = re.search(r"-a '([^']*)'", match[2] or "")
            takes_value = any(f" {mark}" in (match[2] or "") for mark in ("-x", "-r", "-a"))
            flags[match[1]] = Flag(match[1], takes_value, words[1].split() if words else [])
    return flags


def shared_flags(earlier: Path, current: Path) -> dict[str, Flag]:
    """The flags that both commands have, with the words that both complete."""
    old, new = flags_of(earlier), flags_of(current)
    return {
        name: Flag(name, flag.takes_value, [word for word in flag.words if word in new[name].words])
        for name, flag in old.items()
        if name in new and name not in NOT_DRAWN
    }
