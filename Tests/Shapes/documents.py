"""Random documents of which ten have one grammar: the same for the same seed.

A grammar says which attributes and children an element has, how often, and what its text looks like. Documents deviate
from it now and then, so that one does not fit the schema of another. The root has records.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

# So many documents have one grammar.
FAMILY = 10
RECORDS = "/root/record"
NAMES = ["a", "b", "item", "name", "x-y", "n.1", "é", "text", "_", "Price", "value", "type"]
ATTRIBUTES = ["id", "class", "lang", "t1", "ü", "href", "name", "type", "xml:lang"]

TEXTS = {
    "small": ["0", "1", "2", "10", "-3", "42"],
    "bits": ["0", "1"],
    "big": ["9007199254740993", "18446744073709551617", "-9223372036854775809", "123456789012345678901234567890"],
    "decimal": ["1.10", "0.5", "-2.50", "3", "1e5", "1E+2", "-0.0", "100.00"],
    "odd": ["007", "+1", ".5", "5.", "1e400", "1e-400", "INF", "NaN", "-0", "1_000", "0x10", "٣"],
    "boolean": ["true", "false"],
    "date": ["2026-11-23", "2024-02-29", "1999-01-01"],
    "zone": ["2026-11-23T12:00:00Z", "2026-11-23T12:00:00.25+01:00", "2024-02-29T23:59:59-11:30"],
    "local": ["2026-11-23T12:00:00", "2026-11-23T12:00:00.5"],
    "baddate": ["2023-02-29", "2026-13-01", "2026-11-23T24:00:00Z", "26-11-23", "2026-11-23 12:00:00Z"],
    "url": ["http://one.example/a?b=c#d", "https://two.example", "ftp://x/%20"],
    "badurl": ["http://a b", "http://x/%2", "://x", "http://é.example"],
    "word": ["x", "Cake", "true ", "tea & cake", "<b>", "a\u00a0b", "\U0001f369", "null", "{}", '"', "\\", "é"],
    "empty": ["", " "],
}
# What the texts at one place of a grammar are taken from: mostly one kind, so that schemas have types.
MIXES = [
    ("small",), ("small",), ("big",), ("decimal",), ("small", "big"), ("small", "decimal"), ("bits",), ("boolean",),
    ("boolean", "bits"), ("date",), ("zone",), ("local",), ("zone", "local"), ("date", "zone"), ("url",), ("word",),
    ("word",), ("word", "boolean"), ("word", "small"), ("odd",), ("small", "empty"), ("date", "empty"), ("empty",),
    ("url", "empty"), ("boolean", "empty"), ("word", "empty"),
]
NIL = 'xsi:nil="true"'


@dataclass
class Element:
    """The grammar of an element."""

    name: str
    texts: tuple[str, ...]
    # "text", "children", "mixed" or "nothing".
    content: str
    # Names, texts and probabilities.
    attributes: list[tuple[str, tuple[str, ...], float]] = field(default_factory=list)
    # Grammars, the greatest number, and the probability of each.
    children: list[tuple[Element, int, float]] = field(default_factory=list)
    # The probability of no content at all, of xsi:nil, and of a deviation.
    empty: float = 0
    nil: float = 0
    deviates: float = 0


def grammar(random: Random, name: str, depth: int = 0) -> Element:
    """The grammar of an element and of all in it."""
    contents = ["text", "text", "children", "children", "mixed", "nothing"] if depth < 3 else ["text", "text", "nothing"]
    content = "children" if depth == 0 else random.choice(contents)
    element = Element(name, random.choice(MIXES), content)
    for attribute in random.sample(ATTRIBUTES, random.choice([0, 0, 1, 1, 2, 3])):
        attribute = random.choice(["", "", "", "p:"]) + attribute if ":" not in attribute else attribute
        element.attributes.append((attribute, random.choice(MIXES), random.choice([1, 1, 1, 0.5])))
    if content in ("children", "mixed"):
        for child in random.sample(NAMES, random.randrange(1, 5)):
            child = random.choice(["", "", "", "", "p:", "q:"]) + child
            most, chance = random.choice([(1, 1), (1, 1), (1, 0.6), (3, 0.9), (3, 0.5), (9, 0.3)])
            element.children.append((grammar(random, child, depth + 1), most, chance))
    element.empty = random.choice([0, 0, 0, 0.2])
    element.nil = random.choice([0, 0, 0, 0, 0.1])
    element.deviates = random.choice([0, 0, 0, 0, 0.03])
    return element


class Writer:
    """Writes a document of a grammar."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.parts: list[str] = []

    def text(self, kinds: tuple[str, ...]) -> str:
        random = self.random
        text = random.choice(TEXTS[random.choice(kinds)])
        if random.random() < 0.05:
            text = random.choice([" ", "\n  ", "\t"]) + text + random.choice(["", " "])
        return text.replace("&", "&amp;").replace("<", "&lt;")

    def element(self, grammar: Element) -> None:
        random = self.random
        deviation = random.choice(["attribute", "child", "text", "text", "text", "less"]) if random.random() < grammar.deviates else ""
        kinds = (random.choice(list(TEXTS)),) if deviation == "text" else grammar.texts
        tag = f"<{grammar.name}"
        for name, texts, chance in grammar.attributes:
            if deviation != "less" and random.random() < chance:
                value = self.text(texts).replace('"', "&quot;")
                tag += f' {name}="{value}"'
        if deviation == "attribute":
            tag += ' extra="1"'
        if grammar.nil and random.random() < grammar.nil:
            self.parts.append(f"{tag} {NIL}/>")
            return
        if random.random() < 0.02:
            tag += ' xmlns="urn:default"'
        if random.random() < grammar.empty or grammar.content == "nothing" and deviation not in ("text", "child"):
            self.parts.append(random.choice([f"{tag}/>", f"{tag}></{grammar.name}>"]))
            return
        self.parts.append(f"{tag}>")
        if grammar.content in ("text", "mixed") or deviation == "text":
            self.parts.append(self.text(kinds) if random.random() < 0.9 else f"<![CDATA[{random.choice(['<', 'c', ' 7 '])}]]>")
        for child, most, chance in grammar.children:
            if deviation == "less" or random.random() >= chance:
                continue
            for _ in range(random.randrange(1, most + 1)):
                self.parts.append(random.choice(["", "\n  "]))
                self.element(child)
                if grammar.content == "mixed" and random.random() < 0.5:
                    self.parts.append(self.text(kinds))
        if deviation == "child":
            self.parts.append(random.choice(["<extra/>", "<extra>1</extra>"]))
        self.parts.append(f"</{grammar.name}>")

    def record(self, grammar: Element) -> str:
        self.parts = []
        self.element(grammar)
        return "".join(self.parts)


def joined(records: list[str], head: str) -> bytes:
    """A document with these records."""
    namespaces = 'xmlns:p="http://one.example/ns" xmlns:q="urn:two:2" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    return f"<root {namespaces}>{head}{''.join(chr(10) + record for record in records)}\n</root>\n".encode()


def parts(seed: str, number: int, counts: tuple[int, ...] = (0, 1, 2, 3, 4, 6, 9, 12)) -> tuple[list[str], str]:
    """The records of a document, and the element before them."""
    family = Random(f"{seed}/{number // FAMILY}")
    head, record = grammar(family, "head", 2), grammar(family, "record")
    random = Random(f"{seed}/{number // FAMILY}/{number}")
    writer = Writer(random)
    records = [writer.record(record) for _ in range(random.choice(counts))]
    return records, writer.record(head) if random.random() < 0.7 else ""


def document(seed: str, number: int) -> bytes:
    """The document of a number."""
    return joined(*parts(seed, number))


def halves(seed: str, number: int) -> tuple[bytes, bytes]:
    """Two documents with every second record."""
    records, head = parts(seed, number, (4, 8, 16, 32))
    return joined(records[::2], head), joined(records[1::2], head)
