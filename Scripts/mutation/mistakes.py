"""Finds the mistakes that the lines of Sources can have, and draws some of them."""

from __future__ import annotations

import hashlib
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from project import ROOT, count_code_lines

MODULES = ["XML2Dict", "XML2DictWriting", "XML2DictShape", "XML2DictEditing", "XML2DictFoundation", "CommandLineTool"]

# An expression that fills the rest of its line, with the text before and after it.
EXPRESSION = re.compile(
    r"^(?P<before>\s*(?:return |(?:let|var) \w+ = |[\w.]+ [-+]?= |(?:\} else )?if |guard ))(?P<body>.+?)"
    r"(?P<after> \{| else \{.*)?$"
)
CALL = re.compile(r"^\s*(?:[a-z]\w*[.?]+)*[a-z]\w*\([^{}]*\)$")
COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
# Code that cannot be in both branches of a conditional expression.
EXCLUDED = re.compile(r"\b(?:try|await|let|case|is|as|inout|super|where|in)\b|[#{}\"]|&\w|\?\?|//")


@dataclass
class Mistake:
    """A line of Sources, and the line that replaces it."""

    file: str
    line: int
    old: str
    new: str
    kind: str

    def switched(self, number: int) -> str:
        """The new line, with the switch of a number."""
        return self.new.replace("MUTANT", f"isMutant({number})")


def is_balanced(text: str) -> bool:
    """Whether a text closes all brackets that it opens, and no others."""
    depths = [0, *itertools.accumulate((character in "([") - (character in ")]") for character in text)]
    return min(depths) == depths[-1] == 0


def changed_bodies(body: str) -> Iterator[tuple[str, str]]:
    """The kind and the result of each way to change an expression."""
    for match in re.finditer(r"(?<= )(<=?|>=?|==|!=)(?= )", body):
        yield "a comparison turned", body[: match.start()] + COMPARISONS[match[1]] + body[match.end() :]
    for match in re.finditer(r"(?<![\w.$])\d{1,6}(?![\w.])", body):
        yield "a bound moved by one", body[: match.start()] + str(int(match[0]) + 1) + body[match.end() :]
    for match in re.finditer(r"\b(true|false)\b", body):
        yield "a constant changed", body[: match.start()] + ("false" if match[1] == "true" else "true") + body[match.end() :]


def mistakes_of(line: str) -> Iterator[tuple[str, str]]:
    """The kind and the new line of each mistake that a line can have."""
    if EXCLUDED.search(line.removesuffix("{").removesuffix("else {")) and "else {" not in line:
        return
    if CALL.match(line) and is_balanced(line):
        indentation = line[: len(line) - len(line.lstrip())]
        yield "a call removed", f"{indentation}if !MUTANT {{ {line.strip()} }}"
    match = EXPRESSION.match(line)
    if not match or EXCLUDED.search(match["body"]) or not is_balanced(match["body"]) or match["body"].endswith(","):
        return
    before, body, after = match["before"], match["body"], match["after"] or ""
    is_condition = before.strip().endswith(("if", "guard"))
    if is_condition and (not after or ", " in re.sub(r"[(\[].*?[)\]]", "", body)):
        return
    for kind, changed in changed_bodies(body):
        yield kind, f"{before}MUTANT ? ({changed}) : ({body}){after}"
    if before.strip().endswith("if"):
        yield "a branch left out", f"{before}!MUTANT && ({body}){after}"


def all_mistakes() -> dict[str, list[Mistake]]:
    """The mistakes that can be drawn, by room: a folder of Sources."""
    rooms: dict[str, list[Mistake]] = {}
    for module in MODULES:
        for path in sorted((ROOT / "Sources" / module).rglob("*.swift")):
            name = str(path.relative_to(ROOT))
            found = rooms.setdefault(str(Path(name).parent), [])
            is_foreign = False
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                # The compiler skips the code of other systems.
                if re.match(r"\s*#", line):
                    is_foreign = bool(re.match(r"\s*#if .*(Darwin|!canImport)", line))
                if not is_foreign and not line.lstrip().startswith(("//", "@")):
                    found += [Mistake(name, number, line, new, kind) for kind, new in mistakes_of(line)]
    return rooms


class Draw:
    """Draws mistakes, at most one a line, from each room in proportion to its code lines.

    The order inside a room depends on the seed and on the lines themselves. A change of another line does not change it.
    """

    def __init__(self, rooms: dict[str, list[Mistake]], seed: str) -> None:
        self.lines = {room: code_lines(room) for room in rooms if rooms[room]}
        self.queues = {room: self.queue(rooms[room], seed) for room in self.lines}
        self.taken: set[tuple[str, int]] = set()

    @staticmethod
    def queue(mistakes: list[Mistake], seed: str) -> list[Mistake]:
        """The mistakes of a room in their order. The kinds take turns, so that a frequent kind is not drawn more often."""
        kinds: dict[str, list[tuple[str, Mistake]]] = {}
        for each in mistakes:
            words = (seed, each.kind, each.file, each.old, each.new)
            kinds.setdefault(each.kind, []).append((hashlib.sha256(repr(words).encode()).hexdigest(), each))
        turns = [(turn, *one) for each in kinds.values() for turn, one in enumerate(sorted(each, key=lambda one: one[0]))]
        return [each for _, _, each in sorted(turns, key=lambda one: one[:2])]

    def next(self, room: str) -> Mistake | None:
        """The next mistake of a room, or `None` at its end."""
        while self.queues[room]:
            mistake = self.queues[room].pop(0)
            if (mistake.file, mistake.line) not in self.taken:
                self.taken.add((mistake.file, mistake.line))
                return mistake
        return None

    def first(self, count: int) -> list[Mistake]:
        """The first mistakes of all rooms."""
        total = sum(self.lines.values())
        shares = {room: count * lines / total for room, lines in self.lines.items()}
        # The rooms with the largest remainders get the mistakes that rounding down leaves.
        numbers = {room: int(share) for room, share in shares.items()}
        for room in sorted(shares, key=lambda room: numbers[room] - shares[room])[: count - sum(numbers.values())]:
            numbers[room] += 1
        drawn = [self.next(room) for room, number in numbers.items() for _ in range(number)]
        return [each for each in drawn if each]


def code_lines(room: str) -> int:
    """The number of code lines of the files in a folder, without its subfolders."""
    return sum(count_code_lines(path.read_text(encoding="utf-8")) for path in (ROOT / room).glob("*.swift"))
