"""The bounds, leaves and forms that an XML Schema promises: the oracle of `xsd_proof.py`, written from the rules alone.

It reads the components that xmlschema has parsed, never the converters of xmlschema, and shares no code with xml2dict.
All names are expanded: `{namespace}local`, or `local`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from xmlschema.validators import XsdAnyAttribute, XsdAnyElement, XsdComplexType, XsdElement, XsdGroup

# A bound is 0, 1 or MANY, so sums and products end there.
MANY = 2
XSD, XSI = "{http://www.w3.org/2001/XMLSchema}", "{http://www.w3.org/2001/XMLSchema-instance}"
DECIMAL = r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)"
# The lexical forms of the types that are not strings in JSON; facets do not count.
FORMS = {
    "boolean": r"true|false|1|0",
    "integer": r"[+-]?[0-9]+",
    "decimal": DECIMAL,
    "float": rf"{DECIMAL}([eE][+-]?[0-9]+)?|-?INF|NaN",
    "double": rf"{DECIMAL}([eE][+-]?[0-9]+)?|-?INF|NaN",
}
# Types whose texts xmlschema accepts only with the prefixes in scope.
QNAME = r"([^\W\d][\w.-]*:)?[^\W\d][\w.-]*"


class Mismatch(Exception):
    """A text that its declared type does not allow."""


def expanded(name: str) -> str:
    return name


def local(name: str) -> str:
    return name.rpartition("}")[2]


# MARK: Bounds


def alternatives(element: XsdElement) -> list[XsdElement]:
    """The elements that may be where this one is declared: itself, and if it is global its substitutes, none abstract."""
    found, queue = {}, [element]
    blocked = (element.maps.elements[element.name] if element.ref is not None else element).block
    while queue:
        head = queue.pop()
        if head.name not in found:
            found[head.name] = head
            if (element.ref is not None or element.parent is None) and "substitution" not in blocked and blocked != "#all":
                queue += element.maps.substitution_groups.get(head.name, ())
    return sorted((each for each in found.values() if not each.abstract), key=lambda each: each.name)


def bounds(particle: XsdElement | XsdAnyElement | XsdGroup, key: Callable[[str], str]) -> dict[str, int]:
    """How often each key may occur: sequences and `all` sum, a choice takes the maximum, and maxOccurs multiplies."""
    times = MANY if particle.max_occurs is None else min(particle.max_occurs, MANY)
    if isinstance(particle, XsdGroup):
        parts = [bounds(each, key) for each in particle]
        combine = max if particle.model == "choice" else sum
        found = {name: combine(part.get(name, 0) for part in parts) for name in dict.fromkeys(n for part in parts for n in part)}
    else:
        found = {key(each.name): 1 for each in alternatives(particle)} if isinstance(particle, XsdElement) else {}
    return {name: min(bound * times, MANY) for name, bound in found.items()}


def particles(group: XsdGroup) -> Iterator[XsdElement | XsdAnyElement]:
    """The elements and wildcards of a group that may occur."""
    for each in group if group.max_occurs != 0 else ():
        if isinstance(each, XsdGroup):
            yield from particles(each)
        elif each.max_occurs != 0:
            yield each


def type_of(element: XsdElement) -> Any:
    """The type of an element: without one of its own, that of its head, also where xmlschema finds that blocked."""
    declaration = element.maps.elements[element.name] if element.ref is not None else element
    head = declaration.elem.get("substitutionGroup")
    if head is None or declaration.type.name != f"{XSD}anyType" or "type" in declaration.elem.attrib:
        return element.type
    return type_of(element.maps.elements[declaration.schema.resolve_qname(head)])


def has_attribute_wildcard(actual: Any) -> bool:
    """Whether a type admits attributes by a wildcard: of its own if it is a restriction, where xmlschema inherits (3.4.2)."""
    if None not in actual.attributes or actual.derivation != "restriction":
        return None in actual.attributes
    rows = [row for row in actual.elem.iter(f"{XSD}restriction") if row.get("base")][:1] or [actual.elem]
    groups = [actual.schema.resolve_qname(each.get("ref")) for row in rows for each in row.findall(f"{XSD}attributeGroup")]
    return any(row.find(f"{XSD}anyAttribute") is not None for row in rows) or any(
        None in actual.maps.attribute_groups[name] for name in groups)


# MARK: Leaves


def variety(simple: Any) -> tuple[str, Any]:
    """`list` with the type of an item, `union` with its members, or the name of the closest type of FORMS or XML Schema."""
    built_in = None
    while simple is not None:
        # A restriction of simple content restricts a complex type.
        simple = getattr(simple, "content", simple)
        name = local(simple.name or "") if (simple.name or "").startswith(XSD) else ""
        built_in = built_in or (simple if name else None)
        if name in FORMS:
            return name, simple
        if getattr(simple, "item_type", None) is not None:
            return "list", simple.item_type
        if getattr(simple, "member_types", None):
            # xmlschema has the members inside before those of the attribute memberTypes; XML Schema after them.
            return "union", sorted(simple.member_types, key=lambda member: member.name is None)
        simple = simple.base_type
    return "string", built_in


def accepts(simple: Any, text: str) -> bool:
    """Whether a text has the lexical form of a type."""
    kind, detail = variety(simple)
    if kind == "list":
        return all(accepts(detail, word) for word in text.split())
    if kind == "union":
        return any(accepts(each, text) for each in detail)
    if kind in FORMS:
        return bool(re.fullmatch(FORMS[kind], " ".join(text.split())))
    if detail is None or detail.name not in (f"{XSD}QName", f"{XSD}NOTATION"):
        return detail is None or detail.is_valid(text)
    return bool(re.fullmatch(QNAME, text))


def value(simple: Any, text: str) -> Any:
    """The JSON of a trimmed text: a list is an array, a union its first member that accepts, a number a Decimal."""
    kind, detail = variety(simple)
    if kind == "list":
        return [value(detail, word) for word in text.split()]
    if kind == "union":
        for each in detail:
            if accepts(each, text):
                return value(each, text)
    if kind in FORMS:
        text = " ".join(text.split())
    if kind == "union" or not accepts(simple, text) and kind in FORMS:
        raise Mismatch(f"{text!r} is not a {kind}")
    if kind == "boolean":
        return text in ("true", "1")
    return Decimal(text) if kind in FORMS and text[-1] not in "FN" else text


# MARK: Types


@dataclass
class Facts:
    """The promises of a type for its elements."""

    # By key, which is the expanded name, or the local name where namespaces are stripped.
    bounds: dict[str, int]
    # By expanded name.
    elements: dict[str, XsdElement] = field(default_factory=dict)
    wildcards: list[XsdAnyElement] = field(default_factory=list)
    attributes: dict[str, Any] = field(default_factory=dict)
    attribute_wildcard: XsdAnyAttribute | None = None
    # The simple type of the text, if the type has simple content.
    text: Any = None
    # "dictionary"; of types with neither attributes nor children "string", or "null" if they have no text either; "mixed",
    # which follows the convention.
    form: str = "dictionary"


class Oracle:
    """The promises of all types of a schema."""

    def __init__(self, schema: Any, key: Callable[[str], str] = expanded) -> None:
        self.schema, self.key = schema, key
        self.derived: dict[int, list[Any]] = {}
        for each in self.named_types():
            base = each.base_type
            while base is not None and base.name != f"{XSD}anyType":
                self.derived.setdefault(id(base), []).append(each)
                base = base.base_type
        self.known: dict[tuple[int, int], Facts] = {}

    def named_types(self) -> list[Any]:
        own = [each for name, each in self.schema.maps.types.items() if not name.startswith(XSD) and not isinstance(each, tuple)]
        return sorted(own, key=lambda each: each.name)

    def facts(self, actual: Any, declared: Any = None) -> Facts:
        """The promises of a type, where the declaration may name another, of whose family `xsi:type` picks this one."""
        declared = declared or actual
        if (id(actual), id(declared)) not in self.known:
            self.known[id(actual), id(declared)] = self.make(actual, declared)
        return self.known[id(actual), id(declared)]

    def make(self, actual: Any, declared: Any) -> Facts:
        if not isinstance(actual, XsdComplexType):
            return Facts({}, text=actual, form="string")
        group = actual.content if isinstance(actual.content, XsdGroup) else None
        found = Facts(bounds(group, self.key) if group is not None else {}, text=None if group is not None else actual.content)
        for each in particles(group) if group is not None else ():
            if isinstance(each, XsdAnyElement):
                found.wildcards.append(each)
            else:
                found.elements.update((one.name, one) for one in alternatives(each))
        for name, attribute in actual.attributes.items():
            if name is None:
                found.attribute_wildcard = attribute if has_attribute_wildcard(actual) else None
            elif attribute.use != "prohibited":
                found.attributes[name] = attribute.type
        # A name is an array in all types of a family, or in none.
        for each in [declared, *self.derived.get(id(declared), ()), *self.derived.get(id(actual), ())]:
            if isinstance(each, XsdComplexType) and isinstance(each.content, XsdGroup):
                many = {name for name, bound in bounds(each.content, self.key).items() if bound == MANY}
                found.bounds.update(dict.fromkeys(many & found.bounds.keys(), MANY))
        if actual.mixed and group is not None:
            found.form = "mixed"
        elif not (found.elements or found.wildcards or found.attributes or found.attribute_wildcard):
            found.form = "null" if found.text is None else "string"
        if found.form == "null" and declared is not actual and self.facts(declared).form == "dictionary":
            # Elements of the declared type beside it are dictionaries.
            found.form = "dictionary"
        return found
