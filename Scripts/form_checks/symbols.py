"""The public symbols of the libraries."""

from __future__ import annotations

import re
from typing import NamedTuple

from form_checks.sources import texts, without_long_strings

# A declaration: its indentation, attributes, modifiers, kind, name, and the rest of the line.
SYMBOL = re.compile(
    r"^( *)((?:@\w+(?:\([^)]*\))? )*)((?:[a-z]+(?:\([a-z]+\))? )*?)"
    r"(struct|class|enum|protocol|actor|extension|func|var|let|init|subscript|case|associatedtype|typealias)\b ?([\w.`]*)(.*)"
)


class Holder(NamedTuple):
    """A declaration that may contain the next ones."""

    indentation: int
    kind: str
    is_public: bool
    name: str


def symbols_in(text: str) -> list[str]:
    """The public symbols that a file declares. The last declaration with less indentation contains the next one."""
    found: list[str] = []
    holders: list[Holder] = []
    attributes = ""
    for line in without_long_strings(text).splitlines():
        match = SYMBOL.match(line)
        if not match:
            words = line.strip()
            # Attributes may have lines of their own, and `#if` lines may be between them.
            attributes = attributes + words if words.startswith("@") else attributes if words.startswith("#") else ""
            continue
        indentation, kind, modifiers = len(match[1]), match[4], set(match[3].split())
        while holders and holders[-1].indentation >= indentation:
            holders.pop()
        is_public = bool({"public", "open"} & modifiers)
        if holders and not {"package", "internal", "private", "fileprivate"} & modifiers:
            holder = holders[-1]
            # Requirements of protocols, members of public extensions and cases have the access of their holder.
            is_public |= holder.is_public and (
                holder.kind in ("protocol", "extension") or (holder.kind, kind) == ("enum", "case")
            )
        name = ".".join([holder.name for holder in holders] + [match[5] or kind])
        if is_public and kind != "extension" and not re.search(r"\bunavailable\b|visibility: internal", attributes + match[2]):
            found += [name] * (1 + (re.sub(r"\([^()]*\)", "", match[6]).count(",") if kind == "case" else 0))
        holders.append(Holder(indentation, kind, is_public, match[5]))
        attributes = ""
    return found


def symbol_errors(most: int) -> list[str]:
    """An error if the libraries have too many public symbols."""
    count = sum(len(symbols_in(text)) for text in texts("Sources/XML2Dict*/**/*.swift").values())
    print(f"public symbols: {count} of at most {most}")
    return [f"{count} public symbols, of at most {most}: make something package"] if count > most else []
