"""Random documents that are well-formed, have a bit of everything, and are the same for the same seed.

A document is written as text, so that it also has constructs that no tree keeps: CDATA sections, character
references, empty-element tags, white space in tags. Ten documents of a family have one structure, from which they
deviate now and then, so that one does not always fit the schema of another.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

ELEMENTS = ["a", "b", "item", "name", "x-y", "n.1", "é", "text", "_"]
# Not among the names of elements: see `Form.shares_names`.
ATTRIBUTES = ["id", "class", "lang", "t1", "ü", "href"]
NAMESPACES = ["http://one.example/ns", "urn:two:2", "http://three.example/#", "four"]
PREFIXES = ["p", "q", "a"]
# White space separates these and surrounds a text, but is not at the ends of a word: xmltodict trims what Python calls
# white space, which has more than XML's four characters.
WORDS = [
    "x", "Cake", "0", "007", "true", "null", "a\u00a0b", "a\u2028b", "a\u0085b", "é", "e\u0301", "\U0001f369", "\\", '"', "'",
    "/", "]]", "]]&gt;", "&amp;", "&lt;b>", "&#65;", "&#x1F600;", "&quot;", "&apos;", "{}", "\x7f", "@id", "#text",
]
SPACES = [" ", "\n", "\t", "\r\n", "\n    ", "&#9;", "&#10;", "&#13;", "&#32;"]
COMMENTS = ["<!---->", "<!-- -->", "<!-- c -->", "<!--<b>&e;-->", "<!--\n two\n lines -->"]
INSTRUCTIONS = ["<?p?>", "<?p x='1'?>", "<?p-q <b> ?>"]
ENCODINGS = ["utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16", "iso-8859-1", "us-ascii"]
# The kinds of texts of a family.
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
    "word": ["x", "Cake", "true ", "tea &amp; cake", "&lt;b>", "a\u00a0b", "\U0001f369", "null", "{}", '"', "\\", "é"],
    "empty": ["", " "],
}
# What the texts at one place of a family are: mostly of one kind, so that schemas have types.
MIXES = [
    ("small",), ("small",), ("big",), ("decimal",), ("small", "big"), ("small", "decimal"), ("bits",), ("boolean",),
    ("boolean", "bits"), ("date",), ("zone",), ("local",), ("zone", "local"), ("date", "zone"), ("url",), ("word",),
    ("word",), ("word", "boolean"), ("word", "small"), ("odd",), ("small", "empty"), ("date", "empty"), ("empty",),
    ("url", "empty"), ("boolean", "empty"), ("word", "empty"),
]
# So many documents are a family, and this is the path of their records.
FAMILY, RECORDS = 10, "/root/record"


@dataclass(frozen=True)
class Form:
    """The constructs of documents that some rules exclude."""

    # An attribute and a child of one name.
    shares_names: bool = True
    # Prefixes are declared before they are used.
    declares_prefixes: bool = False
    # The seed of the structure that several documents have in common; without it, each has its own.
    family: str = ""
    deepest: int = 60


@dataclass(frozen=True)
class Document:
    """A document, with its version and encoding."""

    content: bytes
    # The version and the encoding of its declaration, as they are written.
    version: str | None
    encoding: str | None


@dataclass
class Scope:
    """The namespaces in force in an element: prefixes and URIs; the default one has the prefix ""."""

    uris: dict[str, str] = field(default_factory=dict)


class Writer:
    """Writes one document.

    `random` decides about texts and how often something occurs. `plan` decides about the structure at one path: it is
    `random`, or in a family, it depends on the path of the place only.
    """

    def __init__(self, random: Random, form: Form) -> None:
        self.random = random
        self.form = form
        self.parts: list[str] = []
        self.path: list[str] = []
        self.budget = random.choice([3, 10, 30, 80])
        self.has_entities = random.random() < 0.3

    def document(self) -> Document:
        """The whole document in one of the encodings."""
        encoding = self.random.choice(ENCODINGS)
        version = declared = None
        names = {"utf-8-sig": "UTF-8", "utf-16": "UTF-16", "iso-8859-1": "ISO-8859-1", "us-ascii": "US-ASCII"}
        if encoding in ("iso-8859-1", "us-ascii") or self.random.random() < 0.6:
            version = "1.0"
            if encoding != "utf-8" or self.random.random() < 0.5:
                declared = names.get(encoding, self.random.choice(["UTF-8", "utf-8"]))
            named = f" encoding='{declared}'" if declared else ""
            self.parts.append(f'<?xml version="1.0"{named}?>\n')
        self.misc()
        if self.has_entities:
            self.parts.append(
                "<!DOCTYPE root [<!ENTITY e 'ex &#38;#38; why'><!ENTITY s ' '><!ENTITY m '<b>in</b>&e;'>"
                "<!ATTLIST item kind CDATA 'usual'>]>"
            )
            self.misc()
        self.element("root", Scope(), 1)
        self.misc()
        text = "".join(self.parts)
        if encoding in ("iso-8859-1", "us-ascii"):
            # A name cannot have a reference in it, so names do without what US-ASCII lacks.
            text = text.replace("é", "e").replace("ü", "u")
            return Document(text.encode(encoding, "xmlcharrefreplace"), version, declared)
        return Document(text.encode(encoding), version, declared)

    def misc(self) -> None:
        """Comments, processing instructions and white space beside the root."""
        while self.random.random() < 0.3:
            self.parts.append(self.random.choice([*COMMENTS, *INSTRUCTIONS, "\n", "  "]))

    def element(self, local: str, scope: Scope, depth: int) -> None:
        """An element and its content."""
        random, plan = self.random, self.random
        self.path.append(local)
        if self.form.family:
            plan = Random(f"{self.form.family}/{'/'.join(self.path)}")
            # A deviation has another structure.
            plan = random if random.random() < plan.choice([0, 0, 0, 0, 0.03]) else plan
        self.budget -= 1
        declarations = self.declarations(plan, scope)
        scope = Scope({**scope.uris, **declarations})
        name = local if depth == 1 else self.prefixed(plan, local, scope)
        attributes = {f"xmlns:{prefix}" if prefix else "xmlns": uri for prefix, uri in declarations.items()}
        attributes |= self.attributes(plan, scope)
        items = list(attributes.items())
        random.shuffle(items)
        written = ""
        for key, value in items:
            # A value may have apostrophes in it, so quotation marks surround it, and its own are references.
            quoted = value.replace("<", "&lt;").replace('"', "&quot;")
            written += f'{random.choice([" ", " ", chr(10)])}{key}="{quoted}"'
        if random.random() < (plan.choice([0, 0, 0, 0.2]) if self.form.family else 0.15):
            self.parts.append(f"<{name}{written}{random.choice(['/>', ' />', f'></{name}>'])}")
        elif self.form.family and random.random() < plan.choice([0, 0, 0, 0, 0.1]):
            self.parts.append(f'<{name}{written} xsi:nil="true"/>')
        else:
            self.parts.append(f"<{name}{written}>")
            self.content(plan, scope, depth)
            self.parts.append(f"</{name}{random.choice(['', '', ' '])}>")
        self.path.pop()

    def content(self, plan: Random, scope: Scope, depth: int) -> None:
        """The content of an element: one of a few kinds, so that the simple ones are not rare."""
        kind = plan.choice(["text", "children", "children", "list", "mixed", "mixed", "space", "chain"])
        texts = self.texts(plan)
        if depth > self.form.deepest or self.budget <= 0:
            kind = "text"
        elif self.form.family and depth == 1:
            kind = "children"
        if kind == "text":
            self.text(texts)
        elif kind == "space":
            self.parts.append(self.random.choice(SPACES) * self.random.randrange(3))
        elif kind == "chain":
            self.budget += 1
            self.element(plan.choice(ELEMENTS), scope, depth + 1)
        else:
            local = plan.choice(ELEMENTS)
            for _ in range(plan.randrange(1, 7)):
                if kind == "mixed" and plan.random() < 0.55:
                    self.piece(plan, texts)
                    continue
                self.parts.append(self.random.choice(["", "\n  "]))
                name = local if kind == "list" else plan.choice(ELEMENTS)
                for _ in range(self.times(plan)):
                    self.element(name, scope, depth + 1)

    def times(self, plan: Random) -> int:
        """The number of occurrences of an element at its path: in a family, some are optional, and some repeated."""
        most, chance = plan.choice([(1, 1), (1, 1), (1, 0.6), (3, 0.9), (3, 0.5), (9, 0.3)]) if self.form.family else (1, 1)
        return self.random.randint(1, most) if self.random.random() < chance else 0

    def piece(self, plan: Random, texts: tuple[str, ...]) -> None:
        """A node of mixed content other than an element."""
        part = plan.random()
        if part < 0.2:
            self.parts.append(self.random.choice(COMMENTS))
        elif part < 0.3:
            self.parts.append(self.random.choice(INSTRUCTIONS))
        elif part < 0.4 and self.has_entities:
            self.parts.append("&m;")
        else:
            self.text(texts)

    def texts(self, plan: Random) -> tuple[str, ...]:
        """The kinds of texts at a path of a family; sometimes, any kind."""
        if not self.form.family:
            return ()
        return plan.choice(MIXES) if self.random.random() > 0.003 else tuple(TEXTS)

    def word(self, kinds: tuple[str, ...]) -> str:
        """A text of some kinds, sometimes with white space around it."""
        word = self.random.choice(TEXTS[self.random.choice(kinds)])
        return self.random.choice([" ", "\n  "]) + word + self.random.choice(["", "\t"]) if self.random.random() < 0.05 else word

    def text(self, kinds: tuple[str, ...]) -> None:
        """Character data in all its forms, or in a family, of some kinds."""
        random = self.random
        if kinds:
            self.parts.append(self.word(kinds) if random.random() < 0.97 else "<![CDATA[<c]]>")
            return
        for _ in range(random.randrange(1, 4)):
            part = random.random()
            if part < 0.15:
                # What would be a reference is text in a CDATA section.
                words = random.choice(["", " ", " <b>&amp;</b> ", "c", "\n c\n", "]]", "&e;"])
                self.parts.append(f"<![CDATA[{words}]]>")
            elif part < 0.2 and self.has_entities:
                self.parts.append(random.choice(["&e;", "&s;"]))
            else:
                words = [random.choice(WORDS) for _ in range(random.randrange(1, 4))]
                ends = [random.choice(["", "", *SPACES]) for _ in range(2)]
                self.parts.append(ends[0] + random.choice(SPACES).join(words) + ends[1])
                # What follows could make "]]>" of a bracket, which text may not have.
                if words[-1] == "]]":
                    self.parts.append(".")

    def attributes(self, plan: Random, scope: Scope) -> dict[str, str]:
        """Attributes. No two have one local name: two of one namespace would not be well-formed."""
        result: dict[str, str] = {}
        if plan.random() < 0.5:
            return result
        names = ATTRIBUTES + (ELEMENTS if self.form.shares_names else [])
        for local in plan.sample(names, plan.randrange(1, 4)):
            prefixes = [prefix for prefix in scope.uris if prefix]
            name = f"{plan.choice(prefixes)}:{local}" if prefixes and plan.random() < 0.3 else local
            words = [self.random.choice(WORDS) for _ in range(self.random.randrange(3))]
            kinds = self.texts(plan)
            if kinds and self.random.random() >= plan.choice([1, 1, 1, 0.5]):
                continue
            spaced = self.random.choice(["", " "]) + self.random.choice(SPACES).join(words)
            result[name] = self.word(kinds) if kinds else spaced
        for name, value in {"xml:space": "preserve", "xml:lang": "de"}.items():
            if plan.random() < 0.05:
                result[name] = value
        return result

    def declarations(self, plan: Random, scope: Scope) -> dict[str, str]:
        """Namespaces that an element declares: its own, others' again, or the default one taken back."""
        result: dict[str, str] = {}
        while plan.random() < (0.03 if self.form.family else 0.15):
            prefix = plan.choice(["", *PREFIXES])
            result[prefix] = plan.choice(NAMESPACES)
        if scope.uris.get("") and plan.random() < 0.05:
            result[""] = ""
        return result

    def prefixed(self, plan: Random, local: str, scope: Scope) -> str:
        """A name, sometimes with a prefix."""
        prefixes = [prefix for prefix in scope.uris if prefix]
        if not self.form.declares_prefixes and plan.random() < 0.02:
            return f"undeclared:{local}"
        return f"{plan.choice(prefixes)}:{local}" if prefixes and plan.random() < 0.4 else local


def document(seed: str, form: Form) -> Document:
    """The document of a seed."""
    return Writer(Random(seed), form).document()


def member(seed: str, number: int, counts: tuple[int, ...] = (0, 1, 2, 3, 4, 6, 9, 12), step: int = 1) -> list[bytes]:
    """The document of a number, in its family; with the step 2, two documents, each with every second record."""
    family = f"{seed}/{number // FAMILY}"
    random = Random(f"{family}/{number}")
    writer = Writer(random, Form(declares_prefixes=True, family=family, deepest=3))
    writer.has_entities = False
    elements = []
    for local in ["head", *["record"] * random.choice(counts)]:
        writer.budget = 400
        writer.parts.clear()
        writer.element(local, Scope({"p": NAMESPACES[0], "q": NAMESPACES[1]}), 1)
        elements.append("\n" + "".join(writer.parts))
    xsi = "http://www.w3.org/2001/XMLSchema-instance"
    tag = f'<root xmlns:p="{NAMESPACES[0]}" xmlns:q="{NAMESPACES[1]}" xmlns:xsi="{xsi}">'
    head, *records = elements
    head = head if random.random() < 0.7 else ""
    return [f"{tag}{head}{''.join(records[start::step])}\n</root>\n".encode() for start in range(step)]
