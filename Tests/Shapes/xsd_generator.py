"""Documents made from a schema that xmlschema has parsed: with each repeatable element once, twice, or at random."""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from xmlschema.validators import XsdAnyElement, XsdElement, XsdGroup
from xsd_oracle import XSD, XSI, Oracle, alternatives, has_attribute_wildcard, type_of, variety

FOREIGN = "urn:xml2dict:foreign"
# How often a type is written in full, and how deep. Later occurrences have only required content.
FULL, DEEPEST = 2, 40
# The maximum number of particles of a document: a schema may require more than memory has.
MOST = 100_000
SAMPLES = {
    "boolean": ["true", "0", "false", "1", " true "],
    "integer": ["1", "007", "+1", "-1", "0", " 12 ", "123456789012345678901234567890", "2000", "2"],
    "decimal": ["1.5", "1.", ".5", "007", "+1", "-0.50", "12", "0.1", "3"],
    "float": ["1.5", "1E5", "-1e-2", ".5", "007", "1"],
    "double": ["1.5", "1E5", "-1e-2", "+.5", "007", "1"],
    "string": [
        *("a", "A text", "2020-01-31", "2020-01-31T12:00:00", "12:00:00", "P1D", "2020", "2020-01", "--01", "--01-31", "---31", "en"),
        *("http://example.org/a", "a@example.org", "0f", "YWJj", "", "1", "12", "true", "ab", "abc", "A", "a1", "USD", "GB", "12345"),
        *("123-AB", "ABCDEFGH", "abcdefghij", "0123456789"),
    ],
}


class Impossible(Exception):
    """A part of the schema for which there is no document, or none that this module can make."""


# MARK: Decisions


class Plan:
    """Decides the same in each run: `repeats` is the number of repetitions; `variant` picks choices and texts."""

    def __init__(self, repeats: int, variant: int) -> None:
        self.repeats, self.variant = repeats, variant
        self.drawn: Counter[str] = Counter()

    def times(self, least: int, most: int | None, branches: int = 1) -> int:
        wanted = self.repeats * branches
        return max(least, wanted if most is None else min(most, wanted))

    def pick(self, items: list[Any], turn: int = 0) -> Any:
        return items[(self.variant + turn) % len(items)]

    def draw(self, items: list[str], name: str) -> str:
        """A text of a type: another one each time."""
        self.drawn[name] += 1
        return items[(self.variant + self.drawn[name]) % len(items)]

    def adds(self, what: str) -> bool:
        """Whether to add optional content."""
        return what in [("attribute", "text"), ("default",), ("attribute", "type", "nil", "text", "default", "any")][self.variant % 3]


class Chance(Plan):
    """Decides at random."""

    def __init__(self, random: Random) -> None:
        super().__init__(1, 0)
        self.random = random

    def times(self, least: int, most: int | None, branches: int = 1) -> int:
        return self.random.randint(least, max(least, least + 3 if most is None else min(most, least + 3)))

    def pick(self, items: list[Any], turn: int = 0) -> Any:
        return self.random.choice(items)

    def draw(self, items: list[str], name: str) -> str:
        return self.random.choice(items)

    def adds(self, what: str) -> bool:
        return self.random.random() < (0.2 if what in ("nil", "any") else 0.5)


# MARK: Texts


def matching(pattern: re.Pattern[str]) -> str:
    """A short text that a regular expression matches, if it has no conditions."""
    parser = re._parser  # noqa: SLF001  the only parser of expressions in the library

    def some(codes: Any) -> str:
        return "".join(one(str(code), detail) for code, detail in codes)

    def one(code: str, detail: Any) -> str:
        match code:
            case "LITERAL":
                return chr(detail)
            case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
                return some(detail[2]) * max(detail[0], min(1, int(detail[1])))
            case "SUBPATTERN":
                return some(detail[3])
            case "BRANCH":
                return some(detail[1][0])
            case "IN":
                return next((each for each in "a1A-b.:/ _é" if re.match(f"{member(detail)}", each)), chr(first(detail)))
            case "ANY" | "NOT_LITERAL":
                return "a" if detail != ord("a") else "b"
        return ""

    def first(detail: Any) -> int:
        code, found = detail[0] if str(detail[0][0]) != "NEGATE" else detail[-1]
        return found[0] if str(code) == "RANGE" else found if isinstance(found, int) else ord("a")

    def member(detail: Any) -> str:
        """The source of a set of characters."""
        parts = []
        for code, found in detail:
            match str(code):
                case "NEGATE":
                    parts.append("^")
                case "LITERAL":
                    parts.append(re.escape(chr(found)))
                case "RANGE":
                    parts.append(f"{re.escape(chr(found[0]))}-{re.escape(chr(found[1]))}")
                case "CATEGORY":
                    name = str(found).removeprefix("CATEGORY_")
                    letter = name.removeprefix("NOT_")[0].lower()
                    parts.append("\\" + (letter.upper() if name.startswith("NOT_") else {"w": "w", "d": "d", "s": "s"}[letter]))
        return f"[{''.join(parts)}]"

    return some(parser.parse(pattern.pattern, pattern.flags & ~re.UNICODE))


def facet_texts(simple: Any) -> Iterator[str]:
    """Texts near the facets of a type: its enumeration, its limits, its lengths, its patterns."""
    while simple is not None and not simple.is_complex():
        for name, facet in (simple.facets or {}).items():
            match (name or "").rpartition("}")[2]:
                case "enumeration":
                    yield from (each.get("value", "") for each in facet)
                case "pattern":
                    yield from (matching(each) for each in facet.patterns)
                case "length" | "minLength" | "maxLength" if int(facet.value) < 5000:
                    yield from (each * int(facet.value) for each in ("a", "1", "0f"))
                    yield "a " * (int(facet.value) - 1) + "a"
                case "minInclusive" | "maxInclusive" | "minExclusive" | "maxExclusive":
                    bound = facet.elem.get("value", "")
                    yield bound
                    if re.fullmatch(r"[+-]?[0-9.]+", bound):
                        yield from (str(int(float(bound)) + more) for more in (-1, 1))
        simple = simple.base_type


class Texts:
    """Valid texts for simple types."""

    def __init__(self) -> None:
        self.known: dict[int, list[str]] = {}

    def of(self, simple: Any) -> list[str]:
        if id(simple) not in self.known:
            self.known[id(simple)] = list(dict.fromkeys(each for each in self.candidates(simple) if is_valid(simple, each)))
        return self.known[id(simple)]

    def candidates(self, simple: Any) -> list[str]:
        kind, detail = variety(simple)
        special = [] if simple.is_complex() else list(facet_texts(simple))
        if kind == "union":
            members = [self.of(each)[:4] for each in detail]
            return special + [texts[n] for n in range(4) for texts in members if n < len(texts)]
        if kind == "list":
            items = self.of(detail)[:5] or [""]
            return special + [items[0], " ".join(items[:2]), *(" ".join([items[0]] * count) for count in (2, 3, 4, 5, 6))]
        return special + SAMPLES[kind] if kind != "string" or special else SAMPLES[kind]


def is_valid(simple: Any, text: str) -> bool:
    try:
        return simple.text_is_valid(text)
    except (ValueError, TypeError, KeyError, ArithmeticError):
        return False


# MARK: Documents


def is_simple(particle: Any) -> bool:
    return isinstance(particle, XsdElement) and type_of(particle).is_simple()


def roots(schema: Any) -> list[XsdElement]:
    """The elements that a document may begin with."""
    every = [each for name, each in schema.maps.elements.items() if not name.startswith(XSD) and isinstance(each, XsdElement)]
    return sorted((each for each in every if not each.abstract), key=lambda each: each.name)


class Generator:
    """Makes a document for a root element by a plan."""

    def __init__(self, oracle: Oracle, texts: Texts, plan: Plan) -> None:
        self.oracle, self.maps, self.texts, self.plan = oracle, oracle.schema.maps, texts, plan
        self.written: Counter[int] = Counter()
        own = {uri: prefix for prefix, uri in oracle.schema.namespaces.items() if uri and prefix}
        self.prefixes = own | {XSI[1:-1]: "xsi", "http://www.w3.org/XML/1998/namespace": "xml"}
        self.number, self.depth, self.left = 0, 0, MOST
        self.ids: list[str] = []
        # Whether elements have default declarations instead of prefixes: as in the schema, or the other way.
        target = oracle.schema.target_namespace
        self.defaults = plan.adds("default") != (bool(target) and target not in own)

    def document(self, root: XsdElement) -> str:
        body = self.element(root, "")
        known = [(uri, prefix) for uri, prefix in self.prefixes.items() if prefix != "xml" and f"{prefix}:" in body]
        start = re.match(r"<[^\s/>]+", body)[0]
        return start + "".join(f" xmlns:{prefix}={quoteattr(uri)}" for uri, prefix in known) + body[len(start):] + "\n"

    def name(self, expanded: str) -> str:
        uri, _, local = expanded[1:].rpartition("}") if expanded.startswith("{") else ("", "", expanded)
        return f"{self.prefixes.setdefault(uri, f'n{len(self.prefixes)}')}:{local}" if uri else local

    def element(self, element: XsdElement, outer: str) -> str:
        """An element as text, where `outer` is the default namespace."""
        uri = element.name[1:].rpartition("}")[0] if element.name.startswith("{") else ""
        declares = uri != outer if self.defaults else bool(outer) and not uri
        tag = element.name.rpartition("}")[2] if self.defaults or not uri else self.name(element.name)
        inner = uri if declares else outer
        attributes = {"xmlns": uri} if declares else {}
        actual = self.actual(element)
        if actual is not type_of(element):
            attributes["xsi:type"] = self.name(actual.name)
        if element.nillable and element.fixed is None and self.plan.adds("nil"):
            attributes["xsi:nil"] = "true"
        full = self.written[id(actual)] < FULL * self.plan.repeats
        self.written[id(actual)] += 1
        self.depth += 1
        try:
            if self.depth > DEEPEST:
                raise Impossible("too deep")
            content = self.content(element, actual, attributes, inner, full)
        finally:
            self.depth -= 1
        start = tag + "".join(f" {name}={quoteattr(text)}" for name, text in attributes.items())
        return f"<{start}>{content}</{tag}>" if content and "xsi:nil" not in attributes else f"<{start}/>"

    def actual(self, element: XsdElement) -> Any:
        """The type of the element, or one of its family."""
        declared = type_of(element)
        blocked = f"{element.block} {getattr(declared, 'block', '')}"
        family = [each for each in self.oracle.derived.get(id(declared), []) if not each.abstract and "#all" not in blocked
                  and not any(each.is_derived(declared, how) for how in ("extension", "restriction") if how in blocked)]
        if getattr(declared, "abstract", False) or (family and self.plan.adds("type")):
            if not family:
                raise Impossible(f"{declared.name} is abstract")
            return self.plan.pick(family)
        return declared

    def content(self, element: XsdElement, actual: Any, attributes: dict[str, str], inner: str, full: bool) -> str:
        if actual.is_complex():
            self.add_attributes(actual, attributes, full)
            if isinstance(actual.content, XsdGroup):
                mixed = "text" if actual.mixed and self.plan.adds("text") else ""
                return mixed.join(["", *self.group(actual.content, inner, full), ""]) if element.fixed is None else element.fixed
            actual = actual.content
        return escape(element.fixed if element.fixed is not None else self.text(actual))

    def add_attributes(self, actual: Any, attributes: dict[str, str], full: bool) -> None:
        for name, attribute in actual.attributes.items():
            if name is None:
                if has_attribute_wildcard(actual) and attribute.process_contents != "strict" and attribute.is_namespace_allowed(FOREIGN) and full and self.plan.adds("any"):
                    attributes[self.name(f"{{{FOREIGN}}}extra")] = "1"
            elif attribute.use == "required" or (attribute.use == "optional" and full and self.plan.adds("attribute")):
                attributes[self.name(name)] = attribute.fixed if attribute.fixed is not None else self.text(attribute.type)

    def text(self, simple: Any) -> str:
        """A valid text; strings without facets are never the same twice, so that keys stay unique."""
        kind, built_in = variety(simple)
        if built_in is not None and kind == "string":
            self.number += 1
            fresh = f"t{self.number}"
            if built_in.name in (f"{XSD}IDREF", f"{XSD}ENTITY") and self.ids:
                return self.ids[0]
            if built_in.name == f"{XSD}ID":
                self.ids.append(fresh)
            if (self.number % 3 or built_in.name == f"{XSD}ID") and is_valid(simple, fresh):
                return fresh
        texts = self.texts.of(simple)
        if not texts:
            raise Impossible(f"no text for {simple!r}")
        return self.plan.pick(texts) if kind == "union" else self.plan.draw(texts, f"{id(simple)}")

    def group(self, group: XsdGroup, inner: str, full: bool) -> list[str]:
        """The particles of a group; without `full`, the required ones."""
        inside = [each for each in group if each.max_occurs != 0]
        is_choice = group.model == "choice"
        branches = len(inside) if is_choice else 1
        count = self.bounded(self.plan.times(group.min_occurs, group.max_occurs, branches) if full else group.min_occurs)
        found: list[str] = []
        for turn in range(count if inside else 0):
            if is_choice:
                found += self.choice(inside, inner, full, turn)
            else:
                for each in inside:
                    found += self.particle(each, inner, full)
        return found

    def bounded(self, count: int) -> int:
        """How often a particle is written, if the document has room for that."""
        self.left -= count
        if self.left < 0:
            raise Impossible("too many elements")
        return count

    def choice(self, inside: list[Any], inner: str, full: bool, turn: int) -> list[str]:
        """A branch. If only required content is written, a branch that ends, if there is one."""
        if full:
            return self.particle(self.plan.pick(inside, turn), inner, full)
        for each in sorted(inside, key=lambda each: (each.min_occurs != 0, not is_simple(each))):
            with contextlib.suppress(Impossible):
                return self.particle(each, inner, full)
        raise Impossible("no branch ends")

    def particle(self, each: Any, inner: str, full: bool) -> list[str]:
        if isinstance(each, XsdGroup):
            return self.group(each, inner, full)
        least = max(1, each.min_occurs) if isinstance(each, XsdAnyElement) and full and self.plan.adds("any") else each.min_occurs
        count = self.bounded(self.plan.times(least, each.max_occurs) if full and isinstance(each, XsdElement) else least)
        if isinstance(each, XsdAnyElement):
            return [self.foreign(each, inner) for _ in range(count)]
        members = [one for one in alternatives(each) if one.name == each.name or not each.block] if count else []
        if count and not members:
            if each.min_occurs == 0:
                return []
            raise Impossible(f"{each.name} is abstract")
        return [self.element(self.plan.pick(members, turn) if full else members[0], inner) for turn in range(count)]

    def foreign(self, wildcard: XsdAnyElement, inner: str) -> str:
        """An element that a wildcard admits: of another schema, or one that this schema declares."""
        for uri in (FOREIGN, *sorted(each for each in wildcard.namespace if not each.startswith("##"))):
            if wildcard.process_contents != "strict" and wildcard.is_namespace_allowed(uri):
                tag = self.name(f"{{{uri}}}foreign") if uri else "foreign"
                return f"<{tag}>5</{tag}>" if uri or not inner else f'<{tag} xmlns="">5</{tag}>'
        for element in sorted(roots(self.oracle.schema), key=lambda each: not is_simple(each)):
            if wildcard.is_matching(element.name):
                return self.element(element, inner)
        raise Impossible("no element for a wildcard")
