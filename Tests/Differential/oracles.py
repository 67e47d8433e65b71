"""The results of other programs: the values that xml2dict's JSON must have."""

from __future__ import annotations

import json
import sys
from typing import Any
from xml.etree import ElementTree
from xml.parsers import expat

import xmltodict

from documents import Document

# xmljson asks for a module that Python had until 3.8; its successor has everything that was in it.
sys.modules.setdefault("xml.etree.cElementTree", ElementTree)

import xmljson  # noqa: E402

# XML 1.0, production 3. Python's white space has more characters.
SPACE = " \t\r\n"


def from_xmltodict(document: Document, arguments: dict[str, Any]) -> Any:
    """The result of xmltodict. It refuses entities unless an argument allows them.

    It converts xmlns="" to null, like Python's expat. Here it is the empty string, as in the document.
    """
    value = xmltodict.parse(document.content, disable_entities=False, **arguments)
    if arguments.get("process_namespaces"):
        waiting = [value]
        while waiting:
            each = waiting.pop()
            if isinstance(each, dict):
                declared = each.get("@xmlns")
                if isinstance(declared, dict) and declared.get("", "") is None:
                    declared[""] = ""
                waiting += each.values()
            elif isinstance(each, list):
                waiting += each
    return value


def tree(document: Document) -> ElementTree.Element:
    """A document with prefixes in the names, and declarations among the attributes.

    ElementTree's own reader puts URIs in place of prefixes and drops the declarations, which no convention does.
    """
    builder = ElementTree.TreeBuilder()
    parser = expat.ParserCreate()
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.data
    parser.Parse(document.content, True)
    return builder.close()


def gather_text(element: ElementTree.Element) -> None:
    """Makes all of an element's own text stand before its first child, trimmed.

    The rule is that an element's text is its own text; xmljson takes the text before the first child, untrimmed.
    """
    for each in element.iter():
        text = (each.text or "") + "".join(child.tail or "" for child in each)
        each.text = text.strip(SPACE) or None
        for child in each:
            child.tail = None


def from_badgerfish(document: Document) -> Any:
    """BadgerFish, with the rules 6 to 8, which xmljson lacks: each element has all namespaces in force under @xmlns."""
    root = tree(document)
    gather_text(root)
    waiting: list[tuple[ElementTree.Element, dict[str, str]]] = [(root, {})]
    while waiting:
        element, inherited = waiting.pop()
        scope = dict(inherited)
        for name in [name for name in element.attrib if name == "xmlns" or name.startswith("xmlns:")]:
            scope[name.partition(":")[2] or "$"] = element.attrib.pop(name)
        # Without a default namespace around it, xmlns="" changes nothing.
        if not scope.get("$") and "$" not in inherited:
            scope.pop("$", None)
        if scope:
            # xmljson carries it as it is, as an attribute's value, to where it belongs.
            element.set("xmlns", Namespaces(scope))
        waiting += [(child, scope) for child in element]
    return json.loads(json.dumps(xmljson.BadgerFish(xml_fromstring=unpacked).data(root)))


class Namespaces(str):
    """A text that stands for a dictionary."""

    scope: dict[str, str]

    def __new__(cls, scope: dict[str, str]) -> "Namespaces":
        text = super().__new__(cls, "")
        text.scope = scope
        return text


def unpacked(value: str | None) -> Any:
    """The value, or the dictionary that it stands for."""
    return value.scope if isinstance(value, Namespaces) else value


def from_parker(document: Document) -> Any:
    """Parker, with the rule that xmljson lacks: children that all have one name become an array that replaces their parent."""
    root = tree(document)
    gather_text(root)
    return arrays_in_place(xmljson.Parker(xml_fromstring=False).data(root))


def arrays_in_place(value: Any) -> Any:
    """Replaces each dictionary that has nothing but one array."""
    if isinstance(value, list):
        return [arrays_in_place(item) for item in value]
    if not isinstance(value, dict):
        return value
    changed = {key: arrays_in_place(item) for key, item in value.items()}
    # The old value decides: a child may have become an array just now.
    if len(value) == 1 and all(isinstance(item, list) for item in value.values()):
        return next(iter(changed.values()))
    return changed


def from_gdata(document: Document) -> Any:
    """GData, with `a$b` for `a:b`, and the declaration's version and encoding beside the root, which xmljson lacks."""
    root = tree(document)
    gather_text(root)
    for element in root.iter():
        element.tag = element.tag.replace(":", "$")
        for name in [name for name in element.attrib if ":" in name]:
            element.set(name.replace(":", "$"), element.attrib.pop(name))
    value = xmljson.GData(xml_fromstring=False).data(root)
    if document.version:
        value["version"] = document.version
    if document.encoding:
        value["encoding"] = document.encoding
    return json.loads(json.dumps(value))
