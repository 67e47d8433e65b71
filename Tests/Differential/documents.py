"""Random documents that are well-formed, have a bit of everything, and are the same for the same seed.

A document is written as text, piece by piece, so that it also has what no tree remembers: CDATA sections, character
references, empty-element tags, white space in tags.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

ELEMENTS = ["a", "b", "item", "name", "x-y", "n.1", "é", "text", "_"]
# Not among the names of elements: see `Form.shares_names`.
ATTRIBUTES = ["id", "class", "lang", "t1", "ü", "href"]
NAMESPACES = ["http://one.example/ns", "urn:two:2", "http://three.example/#", "four"]
PREFIXES = ["p", "q", "a"]
# White space stands between these, and at the ends of text, but not at the ends of a word: xmltodict trims what Python
# calls white space, which has more than XML's four characters.
WORDS = [
    "x", "Cake", "0", "007", "true", "null", "a\u00a0b", "a\u2028b", "a\u0085b", "é", "e\u0301", "\U0001f369", "\\", '"', "'",
    "/", "]]", "]]&gt;", "&amp;", "&lt;b>", "&#65;", "&#x1F600;", "&quot;", "&apos;", "{}", "\x7f", "@id", "#text",
]
SPACES = [" ", "\n", "\t", "\r\n", "\n    ", "&#9;", "&#10;", "&#13;", "&#32;"]
ENCODINGS = ["utf-8", "utf-8", "utf-8", "utf-8-sig", "utf-16", "iso-8859-1", "us-ascii"]


@dataclass(frozen=True)
class Form:
    """What documents may have, where a rule does not hold for every document."""

    # An attribute and a child of one name.
    shares_names: bool = True
    # Prefixes are declared before they are used.
    declares_prefixes: bool = False


@dataclass(frozen=True)
class Document:
    """A document, and what a tree does not tell of it."""

    content: bytes
    # The version and the encoding of its declaration, as they are written.
    version: str | None
    encoding: str | None


@dataclass
class Scope:
    """The namespaces in force in an element: prefixes and URIs; the default one has the prefix ""."""

    uris: dict[str, str] = field(default_factory=dict)


class Writer:
    """Writes one document."""

    def __init__(self, random: Random, form: Form) -> None:
        self.random = random
        self.form = form
        self.parts: list[str] = []
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
        """What may stand beside the root."""
        while self.random.random() < 0.3:
            self.parts.append(self.random.choice([self.comment, self.instruction, lambda: "\n", lambda: "  "])())

    def comment(self) -> str:
        """A comment."""
        return self.random.choice(["<!---->", "<!-- -->", "<!-- c -->", "<!--<b>&e;-->", "<!--\n two\n lines -->"])

    def instruction(self) -> str:
        """A processing instruction."""
        return self.random.choice(["<?p?>", "<?p x='1'?>", "<?p-q <b> ?>"])

    def element(self, local: str, scope: Scope, depth: int) -> None:
        """An element and all in it."""
        random = self.random
        self.budget -= 1
        declarations = self.declarations(scope)
        scope = Scope({**scope.uris, **declarations})
        name = local if local == "root" else self.prefixed(local, scope)
        attributes = {f"xmlns:{prefix}" if prefix else "xmlns": uri for prefix, uri in declarations.items()}
        attributes |= self.attributes(scope)
        items = list(attributes.items())
        random.shuffle(items)
        written = ""
        for key, value in items:
            # A value may have apostrophes in it, so it stands in quotation marks, and a reference for each of its own.
            quoted = value.replace('"', "&quot;")
            written += f'{random.choice([" ", " ", chr(10)])}{key}="{quoted}"'
        if random.random() < 0.15:
            self.parts.append(f"<{name}{written}{random.choice(['/>', ' />', f'></{name}>'])}")
            return
        self.parts.append(f"<{name}{written}>")
        self.content(scope, depth)
        self.parts.append(f"</{name}{random.choice(['', '', ' '])}>")

    def content(self, scope: Scope, depth: int) -> None:
        """What stands in an element: one of a few kinds, so that the simple ones are not rare."""
        random = self.random
        kind = random.choice(["text", "children", "children", "list", "mixed", "mixed", "space", "chain"])
        if depth > 60:
            kind = "text"
        if kind == "text" or self.budget <= 0:
            self.text()
        elif kind == "space":
            self.parts.append(random.choice(SPACES) * random.randrange(3))
        elif kind == "chain":
            self.budget += 1
            self.element(random.choice(ELEMENTS), scope, depth + 1)
        elif kind == "list":
            local = random.choice(ELEMENTS)
            for _ in range(random.randrange(1, 6)):
                self.parts.append(random.choice(["", "\n  "]))
                self.element(local, scope, depth + 1)
        elif kind == "children":
            for _ in range(random.randrange(1, 6)):
                self.parts.append("\n  ")
                self.element(random.choice(ELEMENTS), scope, depth + 1)
            self.parts.append("\n")
        else:
            for _ in range(random.randrange(1, 7)):
                part = random.random()
                if part < 0.35:
                    self.text()
                elif part < 0.45:
                    self.parts.append(self.comment())
                elif part < 0.5:
                    self.parts.append(self.instruction())
                elif part < 0.55 and self.has_entities:
                    self.parts.append("&m;")
                else:
                    self.element(random.choice(ELEMENTS), scope, depth + 1)

    def text(self) -> None:
        """Character data in all its forms."""
        random = self.random
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
                # What follows could make "]]>" of a bracket, which may not stand in text.
                if words[-1] == "]]":
                    self.parts.append(".")

    def attributes(self, scope: Scope) -> dict[str, str]:
        """Attributes. No two have one local name: two of one namespace would not be well-formed."""
        random = self.random
        result: dict[str, str] = {}
        if random.random() < 0.5:
            return result
        names = ATTRIBUTES + (ELEMENTS if self.form.shares_names else [])
        for local in random.sample(names, random.randrange(1, 4)):
            prefixes = [prefix for prefix in scope.uris if prefix]
            name = f"{random.choice(prefixes)}:{local}" if prefixes and random.random() < 0.3 else local
            words = [random.choice(WORDS) for _ in range(random.randrange(3))]
            result[name] = random.choice(["", " "]) + random.choice(SPACES).join(words)
        if random.random() < 0.05:
            result["xml:space"] = "preserve"
        if random.random() < 0.05:
            result["xml:lang"] = "de"
        return {name: value.replace("<", "&lt;") for name, value in result.items()}

    def declarations(self, scope: Scope) -> dict[str, str]:
        """Namespaces that an element declares: its own, others' again, or the default one taken back."""
        random = self.random
        result: dict[str, str] = {}
        while random.random() < 0.15:
            prefix = random.choice(["", *PREFIXES])
            result[prefix] = random.choice(NAMESPACES)
        if scope.uris.get("") and random.random() < 0.05:
            result[""] = ""
        return result

    def prefixed(self, local: str, scope: Scope) -> str:
        """A name with a prefix now and then."""
        prefixes = [prefix for prefix in scope.uris if prefix]
        if not self.form.declares_prefixes and self.random.random() < 0.02:
            return f"undeclared:{local}"
        return f"{self.random.choice(prefixes)}:{local}" if prefixes and self.random.random() < 0.4 else local


def document(seed: str, form: Form) -> Document:
    """The document of a seed."""
    return Writer(Random(seed), form).document()
