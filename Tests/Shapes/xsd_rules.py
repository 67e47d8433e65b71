"""Small schemas with hand-written bounds, leaves and forms: the test of the oracle itself."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import xmlschema
from xsd_expected import Expected
from xsd_oracle import MANY, Oracle, expanded, local

START = '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:t" targetNamespace="urn:t">'
# A name, the content of a schema, and the bounds of the type T; names without a namespace are those of local elements.
BOUNDS: list[tuple[str, str, dict[str, Any]]] = [
    (
        "a sequence sums",
        """<xs:complexType name="T"><xs:sequence><xs:element name="a"/><xs:element name="b"/>
           <xs:element name="a" minOccurs="0"/></xs:sequence></xs:complexType>""",
        {"a": MANY, "b": 1},
    ),
    (
        "a choice takes the maximum",
        """<xs:complexType name="T"><xs:choice><xs:element name="a"/><xs:sequence><xs:element name="b"/><xs:element name="a"/></xs:sequence>
           <xs:element name="c" maxOccurs="2"/></xs:choice></xs:complexType>""",
        {"a": 1, "b": 1, "c": MANY},
    ),
    (
        "`all` sums",
        """<xs:complexType name="T"><xs:all><xs:element name="a"/><xs:element name="b" minOccurs="0"/></xs:all></xs:complexType>""",
        {"a": 1, "b": 1},
    ),
    (
        "a group multiplies, at any depth",
        """<xs:complexType name="T"><xs:sequence><xs:sequence maxOccurs="unbounded"><xs:choice><xs:element name="a"/>
           <xs:sequence><xs:element name="b"/></xs:sequence></xs:choice></xs:sequence><xs:element name="c"/></xs:sequence></xs:complexType>""",
        {"a": MANY, "b": MANY, "c": 1},
    ),
    (
        "maxOccurs 0 multiplies as well",
        """<xs:complexType name="T"><xs:sequence><xs:element name="a" minOccurs="0" maxOccurs="0"/>
           <xs:choice minOccurs="0" maxOccurs="0"><xs:element name="b" maxOccurs="unbounded"/></xs:choice>
           <xs:element name="c"/></xs:sequence></xs:complexType>""",
        {"a": 0, "b": 0, "c": 1},
    ),
    (
        "a named group is expanded where it is used, with the occurrence there",
        """<xs:group name="g"><xs:sequence><xs:element name="a"/><xs:element name="b" minOccurs="0"/></xs:sequence></xs:group>
           <xs:complexType name="T"><xs:sequence><xs:group ref="g"/><xs:element name="c"/></xs:sequence></xs:complexType>
           <xs:complexType name="Two"><xs:sequence><xs:group ref="g" maxOccurs="2"/></xs:sequence></xs:complexType>
           <xs:complexType name="Both"><xs:sequence><xs:group ref="g"/><xs:element name="c"/><xs:group ref="g"/></xs:sequence></xs:complexType>""",
        {"T": {"a": 1, "b": 1, "c": 1}, "Two": {"a": MANY, "b": MANY}, "Both": {"a": MANY, "b": MANY, "c": 1}},
    ),
    (
        "a local name and a global one are two",
        """<xs:element name="a"/><xs:complexType name="T"><xs:sequence><xs:element ref="a"/><xs:element name="a"/></xs:sequence></xs:complexType>""",
        {"{urn:t}a": 1, "a": 1, "stripped": {"a": MANY}},
    ),
    (
        "stripped names in a choice take the maximum",
        """<xs:element name="a"/><xs:complexType name="T"><xs:choice><xs:element ref="a"/><xs:element name="a"/></xs:choice></xs:complexType>""",
        {"{urn:t}a": 1, "a": 1, "stripped": {"a": 1}},
    ),
    (
        "an extension has the base's and its own",
        """<xs:complexType name="B"><xs:sequence><xs:element name="a"/><xs:element name="b"/></xs:sequence></xs:complexType>
           <xs:complexType name="T"><xs:complexContent><xs:extension base="B"><xs:choice><xs:element name="a"/><xs:element name="c"/></xs:choice>
           </xs:extension></xs:complexContent></xs:complexType>""",
        {"a": MANY, "b": 1, "c": 1},
    ),
    (
        "a restriction has its own",
        """<xs:complexType name="B"><xs:sequence><xs:element name="a" maxOccurs="9"/><xs:element name="b" minOccurs="0"/></xs:sequence></xs:complexType>
           <xs:complexType name="T"><xs:complexContent><xs:restriction base="B"><xs:sequence><xs:element name="a"/></xs:sequence>
           </xs:restriction></xs:complexContent></xs:complexType>""",
        {"T": {"a": 1}, "B": {"a": MANY, "b": 1}},
    ),
    (
        "a name is an array in a family as soon as it is in one of its types",
        """<xs:complexType name="B"><xs:sequence><xs:element name="a"/><xs:element name="b"/></xs:sequence></xs:complexType>
           <xs:complexType name="M"><xs:complexContent><xs:extension base="B"/></xs:complexContent></xs:complexType>
           <xs:complexType name="T"><xs:complexContent><xs:extension base="M"><xs:sequence><xs:element name="a"/></xs:sequence>
           </xs:extension></xs:complexContent></xs:complexType>
           <xs:complexType name="O"><xs:complexContent><xs:extension base="B"/></xs:complexContent></xs:complexType>""",
        {"T": {"a": MANY, "b": 1}, "M": {"a": MANY, "b": 1}, "B": {"a": MANY, "b": 1}, "O": {"a": 1, "b": 1}},
    ),
    (
        "a head stands for a choice of its members, and the members of these",
        """<xs:element name="h" type="xs:int" abstract="true"/><xs:element name="m" substitutionGroup="h"/>
           <xs:element name="n" substitutionGroup="m"/>
           <xs:complexType name="T"><xs:sequence><xs:element ref="h"/></xs:sequence></xs:complexType>
           <xs:complexType name="Many"><xs:sequence><xs:element ref="h" maxOccurs="2"/><xs:element name="h"/></xs:sequence></xs:complexType>
           <xs:complexType name="Both"><xs:sequence><xs:element ref="h"/><xs:element name="x"/><xs:element ref="n"/></xs:sequence></xs:complexType>""",
        {
            "T": {"{urn:t}m": 1, "{urn:t}n": 1},
            "Many": {"{urn:t}m": MANY, "{urn:t}n": MANY, "h": 1},
            "Both": {"{urn:t}m": 1, "{urn:t}n": MANY, "x": 1},
        },
    ),
    (
        "a head that blocks the substitution is alone",
        """<xs:element name="h" block="restriction substitution"/><xs:element name="m" substitutionGroup="h"/>
           <xs:element name="a" block="#all"/><xs:element name="n" substitutionGroup="a"/>
           <xs:element name="o" block="extension"/><xs:element name="p" substitutionGroup="o"/>
           <xs:complexType name="T"><xs:sequence><xs:element ref="h"/><xs:element ref="m"/></xs:sequence></xs:complexType>
           <xs:complexType name="All"><xs:sequence><xs:element ref="a"/><xs:element ref="n"/></xs:sequence></xs:complexType>
           <xs:complexType name="Other"><xs:sequence><xs:element ref="o"/><xs:element ref="p"/></xs:sequence></xs:complexType>""",
        {
            "T": {"{urn:t}h": 1, "{urn:t}m": 1},
            "All": {"{urn:t}a": 1, "{urn:t}n": 1},
            "Other": {"{urn:t}o": 1, "{urn:t}p": MANY},
        },
    ),
    (
        "a wildcard gives no name and takes no bound",
        """<xs:complexType name="T"><xs:sequence><xs:element name="a"/><xs:any namespace="##other" maxOccurs="unbounded"/></xs:sequence></xs:complexType>""",
        {"a": 1},
    ),
    (
        "every type is a family of its own below xs:anyType",
        """<xs:complexType name="T"><xs:complexContent><xs:restriction base="xs:anyType"><xs:sequence><xs:element name="a"/></xs:sequence>
           </xs:restriction></xs:complexContent></xs:complexType>
           <xs:complexType name="O"><xs:sequence><xs:element name="a" maxOccurs="2"/></xs:sequence></xs:complexType>""",
        {"T": {"a": 1}, "O": {"a": MANY}},
    ),
    (
        "a type may be inside itself",
        """<xs:complexType name="T"><xs:sequence><xs:element name="a" type="T" minOccurs="0"/><xs:choice minOccurs="0" maxOccurs="2">
           <xs:element name="b" type="T"/></xs:choice></xs:sequence></xs:complexType>""",
        {"a": 1, "b": MANY},
    ),
]
TYPES = """
<xs:simpleType name="list"><xs:list itemType="xs:integer"/></xs:simpleType>
<xs:simpleType name="union"><xs:union memberTypes="xs:boolean xs:date xs:unsignedByte list xs:NMTOKEN"/></xs:simpleType>
<xs:simpleType name="inside"><xs:union memberTypes="xs:int"><xs:simpleType><xs:restriction base="xs:boolean"/></xs:simpleType></xs:union></xs:simpleType>
<xs:complexType name="price"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="u" type="xs:boolean"/></xs:extension></xs:simpleContent>
</xs:complexType>
<xs:complexType name="none"/>
<xs:complexType name="only"><xs:attribute name="n" type="xs:int"/></xs:complexType>
<xs:complexType name="bare"><xs:complexContent><xs:restriction base="xs:anyType"/></xs:complexContent></xs:complexType>
<xs:complexType name="open"><xs:complexContent><xs:restriction base="xs:anyType"><xs:anyAttribute/></xs:restriction></xs:complexContent></xs:complexType>
<xs:complexType name="text" mixed="true"><xs:sequence><xs:element name="b" type="xs:int" minOccurs="0" maxOccurs="2"/></xs:sequence></xs:complexType>
<xs:complexType name="box"><xs:sequence><xs:element name="i" type="xs:int"/></xs:sequence></xs:complexType>
<xs:complexType name="boxes"><xs:complexContent><xs:extension base="box"><xs:sequence><xs:element name="i" type="xs:int"/></xs:sequence></xs:extension>
</xs:complexContent></xs:complexType>
"""
NIL = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"'
# The type of the nillable element `e`, the document after `<e`, and its JSON.
VALUES: list[tuple[str, str, Any]] = [
    ("xs:int", "> 007 </e>", Decimal(7)),
    ("xs:decimal", ">+.50</e>", Decimal("0.5")),
    ("xs:boolean", ">1</e>", True),
    ("xs:double", ">1E5</e>", Decimal("1E5")),
    ("xs:double", ">-INF</e>", "-INF"),
    ("xs:date", ">2020-01-31</e>", "2020-01-31"),
    ("xs:string", "/>", ""),
    ("list", ">1 02</e>", [Decimal(1), Decimal(2)]),
    ("union", ">1</e>", True),
    ("union", ">2020-01-31</e>", "2020-01-31"),
    ("union", ">-999</e>", Decimal(-999)),
    ("union", ">4 5</e>", [Decimal(4), Decimal(5)]),
    ("union", ">a</e>", "a"),
    ("inside", ">1</e>", Decimal(1)),
    ("inside", ">true</e>", True),
    ("xs:NMTOKENS", "> a b </e>", ["a", "b"]),
    ("price", ">1.5</e>", {"#text": Decimal("1.5")}),
    ("price", ' u="0">1.5</e>', {"@u": False, "#text": Decimal("1.5")}),
    ("price", f" {NIL}/>", None),
    ("none", "/>", None),
    ("none", ' xmlns:x="urn:x"/>', None),
    ("bare", "/>", None),
    ("open", "/>", {}),
    ("only", "/>", {}),
    ("only", ' n="3"/>', {"@n": Decimal(3)}),
    ("box", "/>", {}),
    ("box", "><i>1</i></e>", {"i": [Decimal(1)]}),
    ("boxes", "><i>1</i></e>", {"i": [Decimal(1)]}),
    ("text", "/>", None),
    ("text", "> x </e>", "x"),
    ("text", ">x <b>1</b> y</e>", {"b": [Decimal(1)], "#text": "x  y"}),
]


def check() -> int:
    """Prints the cases in which the oracle is wrong, and returns their number."""
    wrong = 0
    for name, content, wanted in BOUNDS:
        schema = xmlschema.XMLSchema10(f"{START}{content}</xs:schema>")
        stripped = wanted.get("stripped")
        plain = {each: bound for each, bound in wanted.items() if each != "stripped"}
        for type_name, bounds in (plain if isinstance(next(iter(plain.values())), dict) else {"T": plain}).items():
            for key, expected in (expanded, bounds), (local, stripped):
                found = Oracle(schema, key).facts(schema.maps.types[f"{{urn:t}}{type_name}"]).bounds
                if expected is not None and found != expected:
                    print(f"rules: {name}: {type_name} has {found} instead of {expected}")
                    wrong += 1
    for kind, rest, wanted in VALUES:
        schema = xmlschema.XMLSchema10(START.replace('xmlns="urn:t" targetNamespace="urn:t"', "") + TYPES
                                       + f'<xs:element name="e" type="{kind}" nillable="true"/></xs:schema>')
        found = Expected(Oracle(schema)).document(f"<e{rest}".encode())["e"]
        if found != wanted or type(found) is not type(wanted):
            print(f"rules: {kind}: <e{rest} is {found!r} instead of {wanted!r}")
            wrong += 1
    print(f"rules: {wrong} wrong of {len(BOUNDS)} schemas and {len(VALUES)} values")
    return wrong
