"""Random schemas: groups nested up to five levels, references, extensions, restrictions, substitutes."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

SIMPLE = ["xs:string", "xs:int", "xs:boolean", "xs:decimal", "xs:date", "xs:double", "ints", "mixed-union", "small"]
DEPTH = 5
HEAD = """<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"{target}>
<xs:simpleType name="ints"><xs:list itemType="xs:integer"/></xs:simpleType>
<xs:simpleType name="small"><xs:restriction base="xs:decimal"><xs:maxInclusive value="99"/></xs:restriction></xs:simpleType>
<xs:simpleType name="mixed-union"><xs:union memberTypes="xs:boolean small xs:date ints xs:string"/></xs:simpleType>
"""


@dataclass(frozen=True)
class Particle:
    """An element, a reference, a wildcard or a group of others."""

    kind: str
    least: int
    most: int | None
    # The attributes of the tag besides its occurrence.
    rest: str = ""
    inside: tuple[Particle, ...] = ()

    def __str__(self) -> str:
        occurs = f' minOccurs="{self.least}"' * (self.least != 1)
        occurs += f' maxOccurs="{"unbounded" if self.most is None else self.most}"' * (self.most != 1)
        start = f"xs:{self.kind}{self.rest}{occurs}"
        return f"<{start}>{''.join(map(str, self.inside))}</xs:{self.kind}>" if self.inside else f"<{start}/>"


class RandomSchema:
    """Makes the text of a schema."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.types = [f"T{number}" for number in range(random.randint(2, 5))]
        self.groups: dict[str, Particle] = {}
        self.contents: dict[str, Particle] = {}
        self.mixed: dict[str, str] = {}
        self.fresh = 0

    def occurs(self, kind: str, rest: str = "", inside: tuple[Particle, ...] = ()) -> Particle:
        rare = [(1, None), (0, None), (0, 2), (2, 3), (1, 3)]
        least, most = self.random.choice(rare if self.random.random() < 0.25 else [(1, 1), (1, 1), (0, 1)])
        return Particle(kind, least, most, rest, inside)

    def element(self) -> Particle:
        """A local element; those with one name have one type. New names are frequent: few models are ambiguous then."""
        if self.random.random() < 0.08:
            return self.occurs("element", ' ref="head"')
        if self.random.random() < 0.8:
            self.fresh += 1
            number = self.fresh
        else:
            number = self.random.randint(1, max(1, self.fresh))
        kind = [*SIMPLE, "texts", "T0", "T1"][number * 7 % (len(SIMPLE) + 3)]
        nillable = ' nillable="true"' if number % 5 == 0 else ""
        found = self.occurs("element", f' name="e{number}" type="{kind}"{nillable}')
        # A document ends although types recur.
        return replace(found, least=0) if kind.startswith("T") else found

    def tree(self, depth: int = 1) -> Particle:
        kinds = ["element", "element", "group", "sequence", "choice"] if depth < DEPTH else ["element"]
        kind = self.random.choice(kinds) if depth > 1 else self.random.choice(["sequence", "choice"])
        if kind == "element":
            return self.element()
        if kind == "group":
            return self.occurs("group", f' ref="{self.random.choice(list(self.groups))}"') if self.groups else self.element()
        return self.occurs(kind, "", tuple(self.tree(depth + 1) for _ in range(self.random.randint(1, 3))))

    def narrowed(self, particle: Particle) -> Particle | None:
        """A restriction of a particle: with fewer occurrences, and without some parts that may be absent."""
        if particle.least == 0 and self.random.random() < 0.2:
            return None
        most = particle.most
        if particle.kind == "element" and self.random.random() < 0.5:
            most = max(1, particle.least)
        inside = [self.narrowed(each) for each in particle.inside]
        if particle.kind == "choice":
            inside = [new or old for new, old in zip(inside, particle.inside, strict=True)]
        kept = tuple(each for each in inside if each is not None)
        return None if particle.inside and not kept and particle.least == 0 else replace(particle, most=most, inside=kept)

    def attributes(self, name: str) -> str:
        kinds = [each for each in SIMPLE if self.random.random() < 0.12]
        return "".join(f'<xs:attribute name="{name}{number}" type="{kind}"/>' for number, kind in enumerate(kinds))

    def complex_type(self, name: str) -> str:
        base = self.random.choice(list(self.contents)) if self.contents and self.random.random() < 0.6 else None
        self.mixed[name] = self.mixed[base] if base else ' mixed="true"' if self.random.random() < 0.15 else ""
        start = f'<xs:complexType name="{name}"{self.mixed[name]}>'
        if base is None:
            self.contents[name] = self.tree()
            return f"{start}{self.contents[name]}{self.attributes(name)}</xs:complexType>\n"
        narrow = self.narrowed(self.contents[base]) if self.random.random() < 0.4 and base not in self.extended() else None
        how, content = ("restriction", narrow) if narrow is not None else ("extension", self.tree())
        self.contents[name] = content if how == "restriction" else replace(content, rest=" ")
        body = f'<xs:{how} base="{base}">{content}{self.attributes(name) if how == "extension" else ""}</xs:{how}>'
        return f"{start}<xs:complexContent>{body}</xs:complexContent></xs:complexType>\n"

    def extended(self) -> set[str]:
        """The types of which the content is not all their own: only others are restricted."""
        return {name for name, content in self.contents.items() if content.rest == " "}

    def text(self) -> str:
        random = self.random
        qualified = random.choice(["", ' elementFormDefault="qualified"'])
        target = random.choice(["", f' xmlns="urn:t" targetNamespace="urn:t"{qualified}'])
        parts = [HEAD.format(target=target)]
        for number in range(random.randint(0, 2)):
            content = replace(self.tree(), least=1, most=1)
            self.groups[f"g{number}"] = content
            parts.append(f'<xs:group name="g{number}">{content}</xs:group>\n')
        parts += [self.complex_type(name) for name in self.types]
        parts.append('<xs:complexType name="texts"><xs:simpleContent><xs:extension base="xs:int">'
                     '<xs:attribute name="unit" type="xs:boolean"/></xs:extension></xs:simpleContent></xs:complexType>\n')
        parts.append('<xs:complexType name="everything"><xs:all><xs:element name="one" type="xs:int"/>'
                     '<xs:element name="two" type="T1" minOccurs="0"/></xs:all></xs:complexType>\n')
        abstract = ' abstract="true"' if random.random() < 0.4 else ""
        kind = random.choice(["xs:int", "xs:decimal", "T0"])
        parts.append(f'<xs:element name="head" type="{kind}"{abstract}/>\n')
        parts += [f'<xs:element name="member{number}" substitutionGroup="{head}"/>\n' for number, head in [(1, "head"), (2, "member1")]]
        children = "".join(f'<xs:element name="t{name}" type="{name}" minOccurs="0" maxOccurs="3"/>' for name in self.types)
        wildcard = random.choice(["", '<xs:any namespace="##other" processContents="lax" minOccurs="0" maxOccurs="2"/>'])
        children += f'<xs:element name="every" type="everything" minOccurs="0"/><xs:element name="any" minOccurs="0"/>{wildcard}'
        parts.append(f'<xs:element name="root"><xs:complexType><xs:sequence>{children}</xs:sequence></xs:complexType></xs:element>\n')
        return "".join(parts) + "</xs:schema>\n"
