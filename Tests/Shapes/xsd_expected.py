"""The JSON of a document under `--convention xmltodict --shape SCHEMA`, as the oracle expects it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any
from xml.parsers import expat

from xsd_oracle import MANY, XSI, Facts, Mismatch, Oracle, XsdElement, accepts, expanded, local, type_of, value, variety

BLANK = " \t\r\n"
XMLNS = "xmlns"


@dataclass
class Element:
    """An element of a document, with its names as written and expanded."""

    raw: str
    name: str
    # The prefixes in scope; "" is the default namespace.
    scope: dict[str, str]
    # Raw name, expanded name and value.
    attributes: list[tuple[str, str, str]]
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def xsi(self, name: str) -> str | None:
        return next((text.strip(BLANK) for _, found, text in self.attributes if found == XSI + name), None)


def is_declaration(raw: str) -> bool:
    return raw == XMLNS or raw.startswith(f"{XMLNS}:")


def expand(raw: str, scope: dict[str, str], default: str = "") -> str:
    prefix, _, name = raw.rpartition(":")
    uri = scope[prefix] if prefix else default
    return f"{{{uri}}}{name}" if uri else name


def read(content: bytes) -> Element:
    """The root element of a document."""
    root = Element("", "", {"xml": "http://www.w3.org/XML/1998/namespace"}, [])
    stack = [root]

    def start(raw: str, attributes: list[str]) -> None:
        pairs = list(zip(attributes[::2], attributes[1::2], strict=True))
        scope = stack[-1].scope | {name[6:]: uri for name, uri in pairs if is_declaration(name)}
        found = [(name, XMLNS if is_declaration(name) else expand(name, scope), text) for name, text in pairs]
        stack.append(Element(raw, expand(raw, scope, scope.get("", "")), scope, found))
        stack[-2].children.append(stack[-1])

    def characters(text: str) -> None:
        stack[-1].text += text

    parser = expat.ParserCreate()
    parser.ordered_attributes = True
    parser.StartElementHandler, parser.CharacterDataHandler = start, characters
    parser.EndElementHandler = lambda _: stack.pop()
    parser.Parse(content, True)
    return root.children[0]


class Collision(Exception):
    """Elements with two names that the document writes alike. The schema does not decide which of them makes an array."""


class Expected:
    """Makes the JSON.

    `loose` collects the paths whose form or type the document may decide. `retypes` says whether an `xsi:type` gives an
    element of a simple type another one, which the JSON Schema of the schema does not describe.
    """

    def __init__(self, oracle: Oracle) -> None:
        self.oracle, self.strips, self.maps = oracle, oracle.key is not expanded, oracle.schema.maps
        self.loose: set[str] = set()
        self.retypes = False

    def document(self, content: bytes) -> Any:
        root = read(content)
        declaration = self.maps.elements.get(root.name)
        if declaration is None and not root.xsi("type"):
            raise Mismatch(f"the schema does not declare {root.name}")
        return {self.shown(root.raw): self.element(root, declaration, "")}

    def shown(self, raw: str) -> str:
        return raw.rpartition(":")[2] if self.strips else raw

    def element(self, element: Element, declaration: XsdElement | None, path: str, skips: bool = False) -> Any:
        """The value of an element; without a declaration, that of `xs:anyType`, or as without a schema where it skips."""
        path += f"/{self.shown(element.raw)}"
        named = None if skips or not element.xsi("type") else self.maps.types.get(
            expand(element.xsi("type"), element.scope, element.scope.get("", "")))
        declared = type_of(declaration) if declaration is not None else self.maps.any_type
        if skips or declaration is None or named is not None:
            self.loose.add(path)
        self.retypes |= named is not None and declared.is_simple()
        facts = Facts({}, form="mixed") if skips else self.oracle.facts(named or declared, declared)
        attributes, others = self.attributes(element, facts, path)
        if declaration is not None and declaration.nillable and element.xsi("nil") in ("true", "1"):
            self.loose.add(path)
            return attributes if others else None
        if facts.text is not None:
            has_default = declaration is not None and (declaration.default, declaration.fixed) != (None, None)
            if has_default and not element.text.strip(BLANK) and not accepts(facts.text, ""):
                return None if facts.form == "string" else attributes  # The document has no value, and a shape adds none.
            text = self.leaf(facts.text, element.text.strip(BLANK), path if facts.form == "string" else f"{path}/#text")
            return text if facts.form == "string" else attributes | ({"#text": text} if text != "" else {})
        if facts.form == "null":
            return None
        found = attributes | self.children(element, facts, path, skips)
        if facts.form == "dictionary":
            return found
        self.loose.add(path)
        text = element.text.strip(BLANK)
        return found | ({"#text": text} if text else {}) if found else text or None

    def leaf(self, simple: Any, text: str, path: str) -> Any:
        kind, detail = variety(simple)
        if kind == "union" or (kind == "list" and variety(detail)[0] == "union"):
            self.loose.add(path)
        return value(simple, text)

    def attributes(self, element: Element, facts: Facts, path: str) -> tuple[dict[str, Any], bool]:
        """The entries of the attributes, and whether there are others than those of `xsi:` and `xmlns`."""
        found: dict[str, list[Any]] = {}
        others = False
        names = Counter(f"@{local(name)}" for name in facts.attributes) if self.strips else {}
        for raw, name, text in element.attributes:
            simple, wildcard = facts.attributes.get(name), facts.attribute_wildcard
            if name == XMLNS and self.strips:
                continue
            if simple is None and wildcard is not None and wildcard.process_contents != "skip" and wildcard.is_matching(name):
                simple = getattr(self.maps.attributes.get(name), "type", None)
            key = f"@{self.shown(raw)}"
            if name.startswith(XSI) and key in names:
                continue  # What is about the instance is left out where a declared attribute has its key.
            found.setdefault(key, []).append(self.leaf(simple, text, f"{path}/{key}") if simple is not None and name != XMLNS else text)
            others |= name != XMLNS and not name.startswith(XSI)
        return {key: each if names.get(key, 0) > 1 or len(each) > 1 else each[0] for key, each in found.items()}, others

    def children(self, element: Element, facts: Facts, path: str, skips: bool) -> dict[str, Any]:
        groups: dict[str, list[Any]] = {}
        many = set()
        if not self.strips and len({child.name for child in element.children}) > len({child.raw for child in element.children}):
            raise Collision(path)
        for child in element.children:
            declaration = facts.elements.get(child.name)
            under = next((each for each in facts.wildcards if each.is_matching(child.name)), None)
            skipped = skips or (declaration is None and under is not None and under.process_contents == "skip")
            if declaration is None:
                if under is None and not skips:
                    raise Mismatch(f"{path}: {child.raw} is not declared")
                declaration = None if skipped else self.maps.elements.get(child.name)
                self.loose.add(f"{path}/{self.shown(child.raw)}")
            key = self.shown(child.raw)
            groups.setdefault(key, []).append(self.element(child, declaration, path, skipped))
            if facts.bounds.get(local(child.name) if self.strips else child.name) == MANY:
                many.add(key)
            elif len(groups[key]) > 1 and child.name in facts.elements:
                raise Mismatch(f"{path}: a second {child.raw}")
        return {key: found if key in many or len(found) > 1 else found[0] for key, found in groups.items()}
