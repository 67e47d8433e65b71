"""An independent model of `xml2dict --shape`: whether a value fits a JSON Schema, and the value that results.

It follows the documentation and JSON Schema 2020-12, and shares no code with xml2dict. Numbers are `Number`s, which
keep their spelling.
"""

from __future__ import annotations

import datetime
import json
import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

SPACE = " \t\r\n"
BOOLEANS = {"true": True, "1": True, "false": False, "0": False}


@dataclass(frozen=True)
class Number:
    """A number of JSON as it is spelled."""

    text: str


class Mismatch(Exception):
    """A value that does not fit: the path of the value, and the reason."""

    def __init__(self, path: tuple[str | int, ...], reason: str) -> None:
        super().__init__(f"/{'/'.join(map(str, path))}: {reason}")
        self.reason = reason


def read(text: str | bytes) -> Any:
    """The value of a JSON text, with the spelling of its numbers."""
    return json.loads(text, parse_int=Number, parse_float=Number)


def write(value: Any) -> str:
    """The JSON of a value, with the spelling of its numbers and the order of its keys."""
    match value:
        case Number():
            return value.text
        case dict():
            return "{" + ",".join(f"{json.dumps(key)}:{write(item)}" for key, item in value.items()) + "}"
        case list():
            return "[" + ",".join(map(write, value)) + "]"
    return json.dumps(value)


# MARK: Texts

DECIMAL = re.compile(r"([+-]?)(?:([0-9]+)(?:\.([0-9]*))?|\.([0-9]+))([eE][+-]?[0-9]+)?")


def number(text: str) -> Number | None:
    """The number of a text, spelled as JSON; `None` for a text that is no decimal number, or beyond a Double."""
    found = DECIMAL.fullmatch(text.strip(SPACE))
    if not found:
        return None
    sign, whole, fraction, only, exponent = found.groups()
    digits = (whole or "") + (fraction or only or "")
    value = float(found.group())
    # Neither too large nor too small for a Double: 1e400 is not infinite, and 1e-400 not zero.
    if value in (float("inf"), float("-inf")) or (value == 0) != (not digits.strip("0")):
        return None
    spelled = (whole or "").lstrip("0") or "0"
    if fraction or only:
        spelled += "." + (fraction or only)
    spelled += exponent or ""
    # JSON has no use for the sign of zero.
    return Number("-" + spelled if sign == "-" and digits.strip("0") else spelled)


def is_inferred(text: str) -> bool:
    """Whether `--types` makes a number of a text: a short integer, or a fraction that the print of its double equals."""
    found = re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?", text.strip(SPACE), re.ASCII)
    if not found or Decimal(found[0]).is_zero() and found[0].startswith("-"):
        return False
    return Decimal(repr(float(found[0]))) == Decimal(found[0]) if found[2] else len(found[1]) <= 15


def is_whole(spelled: Number) -> bool:
    """Whether a number has no fraction, as JSON Schema counts: 5.0 and 1e5 have none."""
    value = Decimal(spelled.text)
    return value == value.to_integral_value()


DATE_TIME = re.compile(
    r"(\d{4}-\d\d-\d\d)[Tt]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)", re.ASCII
)
URI = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9._~:/?#\[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*")


def is_date(text: str) -> bool:
    """RFC 3339, full-date; year 0 is a year."""
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
        return False
    try:
        datetime.date.fromisoformat(text.replace("0000", "2000", 1) if text.startswith("0000") else text)
    except ValueError:
        return False
    return True


def is_date_time(text: str) -> bool:
    """RFC 3339, date-time."""
    found = DATE_TIME.fullmatch(text)
    return bool(found) and is_date(found[1])


FORMATS = {"date": is_date, "date-time": is_date_time, "uri": lambda text: bool(URI.fullmatch(text))}


# MARK: Fitting


def fit(value: Any, schema: Any, text: str | None, missing: bool = False, path: tuple[str | int, ...] = ()) -> Any:
    """The value that results under a schema; raises `Mismatch`.

    `text` is the key of text, if there is one. With `missing`, a missing array is an empty one.
    """
    if schema is True or schema == {}:
        return value
    if schema is False:
        raise Mismatch(path, "unknown key")
    types = schema.get("type")
    if isinstance(types, str):
        types = [types]
    if isinstance(value, dict) and (types is None or "object" in types):
        return fit_object(value, schema, text, missing, path)
    if isinstance(value, list):
        if types is None or "array" in types:
            return fit_array(value, schema, text, missing, path)
        raise Mismatch(path, f"an array, not {types}")
    if types is None:
        return value
    try:
        if not isinstance(value, dict):
            return fit_scalar(value, types, schema, path)
    except Mismatch:
        if "array" not in types:
            if value is not None and "object" in types and text in schema.get("properties", {}):
                return fit_object({text: value}, schema, text, missing, path)
            raise
    if "array" not in types:
        raise Mismatch(path, f"an object, not {types}")
    return fit_array([value], schema, text, missing, path)


def fit_object(
    value: dict[str, Any], schema: Any, text: str | None, missing: bool, path: tuple[str | int, ...]
) -> dict[str, Any]:
    properties = schema.get("properties", {})
    others = schema.get("additionalProperties", True)
    result = {key: fit(item, properties.get(key, others), text, missing, (*path, key)) for key, item in value.items()}
    if missing:
        for key, each in properties.items():
            if key not in result and isinstance(each, dict) and each.get("type") == "array":
                result[key] = fit_array([], each, text, missing, (*path, key))
    for key in schema.get("required", []):
        if key not in result:
            raise Mismatch((*path, key), "missing")
    return result


def fit_array(
    value: list[Any], schema: Any, text: str | None, missing: bool, path: tuple[str | int, ...]
) -> list[Any]:
    if len(value) < int(getattr(schema.get("minItems", 0), "text", schema.get("minItems", 0))):
        raise Mismatch(path, "too few items")
    items = schema.get("items", True)
    return [fit(item, items, text, missing, (*path, index)) for index, item in enumerate(value)]


def fit_scalar(value: Any, types: list[str], schema: Any, path: tuple[str | int, ...]) -> Any:
    if value is None:
        if "null" in types:
            return None
        raise Mismatch(path, f"null, not {types}")
    if isinstance(value, bool):
        if "boolean" in types:
            return value
        text = "true" if value else "false"
    else:
        text = value.text if isinstance(value, Number) else value
        spelled = value if isinstance(value, Number) else number(text)
        # A learned schema has the rule of --types.
        infers = schema.get("x-xml2dict-types") == "inferred"
        if infers and not isinstance(value, Number) and not is_inferred(text):
            spelled = None
        if spelled and ("number" in types or "integer" in types and is_whole(spelled)):
            return spelled
        # The numbers 1 and 0, which --types makes of texts, become booleans as the texts do.
        if "boolean" in types and text.strip(SPACE) in (("true", "false") if infers else BOOLEANS):
            return BOOLEANS[text.strip(SPACE)]
    if "string" in types:
        named = schema.get("format")
        if named not in FORMATS or FORMATS[named](text):
            return text
        if text != "" or "null" not in types:
            raise Mismatch(path, f"a text that is no {named}")
    if text == "" and "null" in types:
        return None
    raise Mismatch(path, f"a text, not {types}")


# MARK: Comparing


def same(plain: Any, shaped: Any, text: str | None, missing: bool = False, nulls: bool = False) -> bool:
    """Whether a shaped value is the plain one, but for arrays and objects around single values, and the types of texts.

    `text` is the key of text, if there is one. With `missing`, arrays can be added that are empty; with `nulls`, empty texts can be null.
    """
    if isinstance(plain, dict) and isinstance(shaped, dict):
        added = [key for key in shaped if key not in plain]
        return (
            all(missing and shaped[key] == [] for key in added)
            and [key for key in shaped if key in plain] == list(plain)
            and all(same(plain[key], shaped[key], text, missing, nulls) for key in plain)
        )
    if isinstance(plain, list):
        return (
            isinstance(shaped, list)
            and len(plain) == len(shaped)
            and all(same(one, other, text, missing, nulls) for one, other in zip(plain, shaped))
        )
    if isinstance(shaped, list):
        return len(shaped) == 1 and same(plain, shaped[0], text, missing, nulls)
    if isinstance(shaped, dict):
        rest = [value for key, value in shaped.items() if key != text]
        held = text in shaped and not isinstance(plain, dict) and plain is not None
        return held and all(missing and value == [] for value in rest) and same(plain, shaped[text], text, missing, nulls)
    if isinstance(plain, str) and isinstance(shaped, Number):
        trimmed = plain.strip(SPACE)
        return bool(DECIMAL.fullmatch(trimmed)) and Decimal(trimmed) == Decimal(shaped.text)
    if isinstance(plain, (str, Number)) and isinstance(shaped, bool):
        return BOOLEANS.get(plain.strip(SPACE) if isinstance(plain, str) else plain.text) is shaped
    if isinstance(plain, (bool, Number)) and isinstance(shaped, str):
        return write(plain) == shaped
    if nulls and plain == "" and shaped is None:
        return True
    return type(plain) is type(shaped) and plain == shaped
