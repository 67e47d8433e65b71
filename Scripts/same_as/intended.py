"""The deliberate differences between the earlier and the current command."""

from __future__ import annotations

import re
from collections.abc import Callable

from same_as.command_lines import Outcome

Explanation = Callable[[list[str], Outcome, Outcome], bool]


def is_reworded(arguments: list[str], old: Outcome, new: Outcome) -> bool:
    """Whether only the words of messages differ. Positions, status, output and files are the same."""
    positions = [re.findall(rb":\d+:\d+: ", each.messages) for each in (old, new)]
    return positions[0] == positions[1] and (old.status, old.output, old.file) == (new.status, new.output, new.file)


def is_same_but(pattern: bytes, old: Outcome, new: Outcome) -> bool:
    """Whether outputs and files are the same without the matches of a pattern."""
    texts = [re.sub(pattern, b"", (each.output or b"") + (each.file or b"")) for each in (old, new)]
    return old.status == new.status and texts[0] == texts[1]


def is_of_merged_limit(_: list[str], __: Outcome, new: Outcome) -> bool:
    """Whether the limit of names refuses a URI, or the limit of attributes refuses a declaration."""
    refused = rb"error: (?:the URI of a namespace is longer|the document declares more than \d+ attributes)"
    return re.search(refused, new.messages) is not None


def is_of_edits(_: list[str], old: Outcome, new: Outcome) -> bool:
    """Whether a message only lists the flags of edits as well."""
    return old.status == new.status == 64 and b"--type, --namespace, --set or --delete: " in new.messages


def is_of_nearest_name(_: list[str], old: Outcome, new: Outcome) -> bool:
    """Whether only the name that a message suggests differs."""
    messages = [re.sub(rb"\(the document has [^()]*\)", b"", each.messages) for each in (old, new)]
    return messages[0] == messages[1] and (old.status, old.output, old.file) == (new.status, new.output, new.file)


def is_of_undeclared_encoding(_: list[str], __: Outcome, new: Outcome) -> bool:
    """Whether a document after another one is refused, because its XML declaration has no encoding."""
    return new.status == 65 and b"this document does not declare an encoding" in new.messages


def is_of_page(_: list[str], old: Outcome, new: Outcome) -> bool:
    """Whether only the script of `--describe=html` and its hash differ."""
    return old.messages == new.messages and is_same_but(rb"(?s)<script>.*?</script>|sha256-[\w+/=]+", old, new)


# A description, and a function that recognizes the difference. Remove a row when the base commit has the change.
INTENDED: dict[str, Explanation] = {
    "--max-name-length also limits URIs, and --max-attributes declared attributes": is_of_merged_limit,
    "--require-match also checks --set and --delete": is_of_edits,
    "the nearest name is found among names with their namespaces": is_of_nearest_name,
    "the page of a description has the hash of its script, whose names changed": is_of_page,
    "an XML declaration without an encoding does not take the encoding of the document before": is_of_undeclared_encoding,
}
