#!/usr/bin/env python3
"""Checks the page of `xml2dict --describe=html` in headless Chromium.

check_page.py [COMMAND] [--patience N]  the pages of the built xml2dict, and of the template with data of this script
check_page.py --write-hashes            writes the hashes of the style and the script into the template
check_page.py --check-hashes            only compares these hashes, without Chromium

A check is a row: its name, an action, a question in JavaScript, and the answer. The exit code is 1 when a check failed,
and 77 when Playwright or Chromium is missing.
"""

import argparse
import base64
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

TEMPLATE = pathlib.Path(__file__).resolve().parents[2] / "Sources/XML2DictShape/DescriptionPage.html"
PLACEHOLDER = "{{DATA}}"
FORMS = ["empty", "integer", "number", "boolean", "date", "dateTime", "localDateTime", "url", "string"]
EMPTY, INTEGER, NUMBER, BOOLEAN, DATE, DATE_TIME, LOCAL, URL, STRING = range(9)
INTERLEAVED, MIXED = 1, 2
WIDE = {"viewport": {"width": 1400, "height": 900}}
# In milliseconds, from the start of the navigation to the frame with the rows; and for one search, or expanding all.
OPENING_LIMIT, ACTION_LIMIT = {10_000: 1000, 100_000: 2000}, 500


# Data

def item(depth, name, count=1, least=1, most=1, parents=1, without=0, longest=0, example="", flags=0, forms={}):
    counts = [forms.get(form, 0) for form in range(max(forms, default=-1) + 1)]
    return [depth, name, count, least, most, parents, without, longest, example, flags, counts]


def description(items, **changes):
    data = {"title": "feed.xml", "documents": 1, "records": None, "likelyRecords": [], "forms": FORMS}
    return data | changes | {"items": items}


FEED = description([
    item(0, "rss", 2, 1, 1, 2),
    item(1, "@version", 2, 1, 1, 2, 0, 3, "2.0", 0, {NUMBER: 2}),
    item(1, "channel", 2, 1, 1, 2, 0, 0, "", INTERLEAVED),
    item(2, "title", 2, 1, 1, 2, 0, 31, "News of the town and the country", 0, {STRING: 2}),
    item(2, "link", 2, 1, 1, 2, 0, 26, "https://example.org/news/1", 0, {URL: 2}),
    item(2, "lastBuildDate", 1, 0, 1, 2, 1, 20, "2024-02-29T12:00:00Z", 0, {DATE_TIME: 1}),
    item(2, "item", 12345, 345, 12000, 2),
    item(3, "@id", 12345, 1, 1, 12345, 0, 5, "1", 0, {INTEGER: 12345}),
    item(3, "title", 12345, 1, 1, 12345, 0, 180, "A bridge opens", 0, {STRING: 12340, EMPTY: 5}),
    item(3, "{http://purl.org/dc/elements/1.1/}creator", 24000, 0, 3, 12345, 345, 40, "Ada Lovelace", 0, {STRING: 24000}),
    item(3, "pubDate", 12344, 0, 1, 12345, 1, 20, "2024-02-29", 0, {DATE: 11000, DATE_TIME: 1000, LOCAL: 344}),
    item(3, "price", 9000, 0, 1, 12345, 3345, 8, "12.50", 0, {INTEGER: 8100, NUMBER: 890, STRING: 10}),
    item(3, "featured", 700, 0, 1, 12345, 11645, 5, "true", 0, {BOOLEAN: 700}),
    item(3, "description", 12345, 1, 1, 12345, 0, 20480, "The mayor <em>cut</em> the ribbon", MIXED, {STRING: 12345}),
    item(4, "em", 31000, 0, 40, 12345, 5000, 60, "cut", 0, {STRING: 31000}),
    item(3, "enclosure", 600, 0, 1, 12345, 11745),
    item(4, "@url", 600, 1, 1, 600, 0, 90, "https://example.org/a.mp3", 0, {URL: 600}),
    item(4, "@length", 600, 1, 1, 600, 0, 9, "1048576", 0, {INTEGER: 600}),
], title="feed.xml, other.xml", documents=2,
    likelyRecords=[{"path": "rss/channel/item", "count": 12345}, {"path": "rss/channel/item/enclosure", "count": 600}])
NAMES = [row[1] for row in FEED["items"]]
RECORDS = description([
    item(0, ".", 500, 1, 1, 0, 0), item(1, "@id", 500, 1, 1, 500, 0, 3, "1", 0, {INTEGER: 500}),
    item(1, "tag", 900, 0, 4, 500, 20, 9, "red", 0, {STRING: 900}), item(2, "@lang", 100, 0, 1, 900, 800, 2, "en", 0, {STRING: 100}),
], documents=500, records="menu/item")
HOSTILE_TEXTS = [
    "<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "&lt;b&gt;", "a\u2028b\u2029c", "\u202eevil\u202c",
    "\"'`", "<!-- <script>", "${alert(1)}", "javascript:alert(1)", "{{DATA}}", "__proto__", "]]>", "\\u003cb\\u003e", "\U0001f600\u0000\ufffd\u0130",
]
HOSTILE = description(
    [item(0, "root")] + [item(1, text, 1, 1, 1, 1, 0, 9, text, 0, {STRING: 1}) for text in HOSTILE_TEXTS],
    title=HOSTILE_TEXTS[0] + HOSTILE_TEXTS[1], records=HOSTILE_TEXTS[1], likelyRecords=[{"path": HOSTILE_TEXTS[0], "count": 1}])


def flat(count):
    names = [item(1, f"name{n}", n + 1, 0, 1, 9, 3, 4, f"text {n}", 0, {STRING: 3, INTEGER: 1}) for n in range(count - 1)]
    return description([item(0, "root"), *names])


def deep(count):
    return description([item(depth, f"level{depth}", 1, 1, 1, 1, 0, 3, f"text {depth}", 0, {STRING: 1}) for depth in range(count)])


def bushy(count):
    rows = [
        item(1 + n % 5, f"name{n % 977}", n, 0, 7, 99, n % 50, 30, f"an example of a text {n}", 0, {STRING: 3, INTEGER: n % 7, DATE: 1})
        for n in range(1, count)
    ]
    return description([item(0, "root"), *rows])


def fill(template, data):
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return template.replace(PLACEHOLDER, text)


# Hashes

def hashes(text):
    """The hashes of the contents of the only style and the only script that runs, as the policy writes them."""
    found = {}
    for directive, element in [("script", "script"), ("style", "style")]:
        content = re.search(rf"<{element}>(.*?)</{element}>", text, re.S)[1]
        found[f"{directive}-src"] = "sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
    return found


def write_hashes():
    text = TEMPLATE.read_text(encoding="utf-8")
    for directive, value in hashes(text).items():
        text = re.sub(rf"{directive} 'sha256-[^']*'", f"{directive} '{value}'", text, count=1)
    TEMPLATE.write_text(text, encoding="utf-8")


def check_hashes():
    text = TEMPLATE.read_text(encoding="utf-8")
    wrong = [directive for directive, value in hashes(text).items() if f"{directive} '{value}'" not in text]
    if wrong:
        print(f"{TEMPLATE.name}: the hash of {' and '.join(wrong)} is old, so browsers refuse it; --write-hashes mends it")
    return len(wrong)


# The words of the questions.
WORDS = r"""
const one = selector => document.querySelector(selector);
const all = (selector, of) => [...document.querySelectorAll(selector)].map(of);
const texts = selector => all(selector, each => each.textContent);
const text = selector => one(selector).textContent;
const ROW = "#rows .row", SELECTED = ROW + "[aria-selected=true]";
const names = () => texts(ROW + " .name bdi");
const selected = () => text(SELECTED + " .name bdi");
const row = name => all(ROW, each => each).find(each => each.querySelector("bdi").textContent === name);
const cells = name => [...row(name).children].slice(1).map(each => each.textContent);
const shown = selector => Boolean(one(selector) && one(selector).offsetParent);
const wider = selector => all(selector, each => each).filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.textContent);
const rowCount = () => Number(one("#tree").getAttribute("aria-rowcount")) - 1;
const active = () => document.getElementById(one("#tree").getAttribute("aria-activedescendant"));
// Whether the row that aria-activedescendant names is selected, and all of it is visible.
const activeIsVisible = () => {
  const place = active().getBoundingClientRect(), room = one("#tree").getBoundingClientRect();
  return active().getAttribute("aria-selected") === "true" && place.bottom <= room.bottom + 1
    && place.top >= one("#tree .head").getBoundingClientRect().bottom - 1;
};
const activeName = () => active().querySelector("bdi").textContent;
const color = element => getComputedStyle(element).color.match(/[\d.]+/g).map(Number).slice(0, 3);
const back = start => {
  for (let each = start; each; each = each.parentElement) {
    const color = getComputedStyle(each).backgroundColor.match(/[\d.]+/g).map(Number);
    if (color.length === 3 || color[3] === 1) return color.slice(0, 3);
  }
  return [255, 255, 255];
};
const luminance = color => {
  const [red, green, blue] = color.map(each => each / 255).map(each => each <= .04045 ? each / 12.92 : ((each + .055) / 1.055) ** 2.4);
  return .2126 * red + .7152 * green + .0722 * blue;
};
const contrast = (first, other) => {
  const [low, high] = [luminance(first), luminance(other)].sort((a, b) => a - b);
  return (high + .05) / (low + .05);
};
// The selectors that have no element, or one whose text has too little contrast.
const faint = selectors => selectors.filter(each => {
  const found = [...document.querySelectorAll(each)].slice(0, 3);
  return !found.length || found.some(text => contrast(color(text), back(text)) < 4.5);
});
const frame = () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
// The time of one search or one click until the frame after it; the delay while the user types is not in it.
const timed = async (action, text) => {
  const start = performance.now();
  if (action === "search") {
    one("#search").value = text;
    one("#search").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  } else one("#" + action).click();
  await frame();
  return performance.now() - start;
};
"""
# Notes the time of the frame after the one that has rows.
NOTE_ROWS = """
const look = () => requestAnimationFrame(() => {
  if (document.querySelector("#rows .row")) requestAnimationFrame(() => { window.timeOfRows = performance.now(); });
  else look();
});
look();
"""
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined });"
PATHS, PRICE = ["rss", "channel", "item"], "#rows .row bdi >> text=price"
# A page that is open for all rows of its table: name, action, question, answer. Actions are separated by semicolons.
FEED_ROWS = [
    ("title of the page", "", "document.title", "feed.xml, other.xml"),
    ("summary", "", "text('#summary')", "2 documents, 18 paths"),
    ("all rows of a small tree", "", "names()", NAMES),
    ("cells of a row", "", "cells('price')", ["9,000", "0–1", "27.1\u00a0%", "integer 90\u00a0%, number 9.9\u00a0%, string 0.1\u00a0%", "8", "12.50"]),
    ("0 % only where it is exactly that", "", "[cells('@id')[2], cells('pubDate')[2]]", ["0\u00a0%", "<0.1\u00a0%"]),
    ("mixed and interleaved", "", "[cells('description')[3], cells('channel')[3]]", ["mixed; string", "interleaved"]),
    ("aria: level, position, size of the set, expanded, index", "",
     "['rss', '@version', 'channel', '@length'].map(name => ['role', 'aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded', 'aria-rowindex']"
     ".map(each => row(name).getAttribute(each)))",
     [["row", "1", "1", "1", "true", "2"], ["row", "2", "1", "2", None, "3"], ["row", "2", "2", "2", "true", "4"], ["row", "5", "2", "2", None, "19"]]),
    ("aria: roles, one selected row", "", "[one('#tree').getAttribute('role'), texts('[role=columnheader]').length,"
     " texts('#rows [role=gridcell]').length, texts('#rows [role=row][aria-selected=true]').length]", ["treegrid", 7, 7 * len(NAMES), 1]),
    ("search: / comes to the box", "press /", "document.activeElement.id", "search"),
    ("search: paths with the text and what is around them", "type ENCLOS", "names()", [*PATHS, "enclosure", "@url", "@length"]),
    ("search: how many match", "", "text('#status')", "3 of 18 paths match"),
    ("search: the match is marked", "", "texts('#rows mark')", ["enclos"]),
    ("search: the first match is selected", "", "selected()", "enclosure"),
    ("search: Escape restores the rows and the selection", "press Escape", "[names(), one('#search').value, text('#status'), selected()]",
     [NAMES, "", "", "rss"]),
    ("search: an example", "search lovelace", "names()", [*PATHS, NAMES[9]]),
    ("search: across names", "search item/t", "[names(), texts('#rows mark')]", [[*PATHS, "title"], ["t"]]),
    ("search: says in words that nothing matches", "search /rss/channel/item/em", "[names(), text('#status'), shown('#note')]",
     [[], "0 of 18 paths match", True]),
    ("search: from the root", "search /rss/@", "names()", ["rss", "@version"]),
    ("search: Enter goes to the tree", "press Enter", "document.activeElement.id", "tree"),
    ("search: Escape keeps what was selected in the search", "press ArrowUp ArrowDown Escape", "[names(), selected()]", [NAMES, "@version"]),
    ("search: rows collapse", "search title; click #collapse", "names()", ["rss"]),
    ("search: what is collapsed in a search is expanded afterwards", "search ", "names()", NAMES),
    ("collapse all", "click #collapse", "names()", ["rss"]),
    ("keyboard: Right expands", "focus #tree; press ArrowRight", "[names(), active().getAttribute('aria-expanded')]",
     [["rss", "@version", "channel"], "true"]),
    ("keyboard: Right goes inside", "press ArrowRight", "activeName()", "@version"),
    ("keyboard: Down moves, Enter expands", "press ArrowRight ArrowDown Enter", "[activeName(), active().getAttribute('aria-level'), names().length]",
     ["channel", "2", 7]),
    ("keyboard: Enter collapses", "press Enter", "[active().getAttribute('aria-expanded'), names().length]", ["false", 3]),
    ("keyboard: End", "press End", "activeName()", "channel"),
    ("keyboard: Left goes to the parent", "press ArrowLeft", "activeName()", "rss"),
    ("keyboard: Left collapses", "press ArrowLeft", "names()", ["rss"]),
    ("expand all", "click #expand", "names()", NAMES),
    ("keyboard: Home, and the active row is selected and visible", "focus #tree; press End ArrowUp Home ArrowDown ArrowUp ArrowUp",
     "[activeName(), activeIsVisible()]", ["rss", True]),
    ("mouse: the triangle collapses", "click #rows .row[aria-level='3'][aria-expanded] .twisty", "[names(), selected()]", [NAMES[:7], "item"]),
    ("mouse: a click selects", "click #rows .row[aria-level='2'] bdi >> text=@version", "selected()", "@version"),
    ("mouse: a likely record is selected, and what is around it is expanded", "click #record-list button >> nth=1",
     "[selected(), names().slice(0, 7), rowCount()]", ["enclosure", NAMES[:7], len(NAMES)]),
    ("details: path and example", "click #rows .row bdi >> text=description", "[text('#details-path'), text('#details-example')]",
     ["rss/channel/item/description", "The mayor <em>cut</em> the ribbon"]),
    ("details: facts in words", f"click {PRICE}", "texts('#details li')", [
        "The element occurs 9,000 times.", "A parent has at least 0 and at most 1.",
        "There is none in 3,345 of 12,345 parents (27.1\u00a0%).", "The longest text has 8 bytes."]),
    ("details: types", "", "texts('#details tr')", ["integer8,10090\u00a0%", "number8909.9\u00a0%", "string100.1\u00a0%"]),
    ("print: all rows, and the tree is not cut off", "script dispatchEvent(new Event('beforeprint')); media print",
     "[names(), one('#tree').scrollHeight <= one('#tree').clientHeight + 1]", [NAMES, True]),
    ("after printing", "media screen; script dispatchEvent(new Event('afterprint'))", "names()", NAMES),
]
COPYING = [("copying", f"click {PRICE}; click #details button; wait 100; script window.said = text('#status'); focus #search; press Control+V",
            "[window.said, one('#search').value]", ["Copied.", "rss/channel/item/price"])]
EXACT = json.loads(json.dumps(HOSTILE))["items"]
HOSTILE_ROWS = [
    ("names and examples are exactly the text", "", "[names(), texts('#rows .row .example bdi')]", [[row[at] for row in EXACT] for at in (1, 8)]),
    ("title", "", "text('#title')", HOSTILE["title"]),
    *((f"search and details of {name!r}", f"search {name}; click #rows .row >> nth=-1",
       f"[names().at(-1), text('#details-path'), text('#details-example'), texts('#rows mark').join('').includes({json.dumps(name)})]",
       [name, f"root/{name}", name, True]) for name in HOSTILE_TEXTS),
    ("no elements of the data", "search ", "[document.images.length, document.scripts.length, texts('b, iframe, a').length]", [0, 2, 0]),
    ("directions of text are isolated", "", "getComputedStyle(one('#rows .name bdi')).unicodeBidi.startsWith('isolate')", True),
]
TEXTS = ["body", "#summary", "h1", ".head .cell", "#rows .row .cell", "#rows .row.attribute .name bdi", "#rows .row[aria-selected=true] .cell",
         "#rows .row.attribute[aria-selected=true] .name bdi", "mark", "button", "input", "#details li", "#details td",
         "#record-list button", "#status", "#legend li", "aside .quiet"]
GRAPHICS = "#legend .swatch, .row .count i, .row .without i, .row .types i"
COLOR_ROWS = [
    ("contrast of texts is at least 4.5", "search e; click #rows .row.attribute >> nth=0; move", f"faint({TEXTS})", []),
    ("contrast of graphics is at least 3", "", f"all('{GRAPHICS}', each => [back(each), back(each.parentElement)])"
     ".filter(pair => String(pair[0]) !== String(pair[1]) && contrast(...pair) < 3)", []),
]
NARROW_ROWS = [
    ("nothing is wider than the page", "", "document.documentElement.scrollWidth <= innerWidth", True),
    ("names are inside the page", "", "all('#rows .row, #rows .cell:first-child bdi', each => each.getBoundingClientRect())"
     ".every(box => box.width > 8 && box.height > 8 && box.right <= innerWidth)", True),
    ("titles and numbers are not cut off", "", "wider('.head .cell, .row .count, .row .without, .row .per').filter(each => each !== '345–12,000')", []),
    ("local names are not cut off", "", "wider('#rows .name bdi span:last-child')", []),
    ("the tree begins at its top", "", "one('#tree').scrollTop", 0),
]
WINDOW_ROWS = [
    ("only a few rows are elements", "", "names().length < 120", True),
    ("End", "focus #tree; press End", "frame().then(() => [activeName(), activeIsVisible()])", ["name9998", True]),
    ("PageUp", "press PageUp", "frame().then(activeIsVisible)", True),
    ("Home", "press Home", "frame().then(() => [activeName(), activeIsVisible()])", ["root", True]),
    ("PageDown", "press PageDown", "frame().then(activeIsVisible)", True),
    *(("ArrowDown", "press ArrowDown", "activeIsVisible()", True) for _ in range(41)),
    ("the active row is an element after scrolling away", "script one('#tree').scrollTop = 200000", "frame().then(() => active() !== null)", True),
    ("rows of the place scrolled to", "", "names().some(each => each.startsWith('name66'))", True),
    ("an arrow comes back to the active row", "press ArrowDown", "frame().then(activeIsVisible)", True),
    ("search far below", "search name9998", "names()", ["root", "name9998"]),
    ("Escape restores all rows", "press Escape", "rowCount()", 10_000),
]
# A schema: of the numbers, only `least` and `most` are used, and 0 is many.
SCHEMA = description([
    item(0, "shop", 0, 1, 1, 0),
    item(1, "@id", 0, 1, 1, 1, forms={INTEGER: 1}),
    item(1, "part", 0, 0, 0, 1, flags=MIXED),
    item(2, "note", 0, 0, 1, 1, forms={INTEGER: 1, STRING: 1}),
    item(2, "part", 0, 1, 0, 1, example="see shop/part"),
], title="shop.xsd", documents=None)
SCHEMA_ROWS = [
    ("summary", "", "text('#summary')", "XML Schema, 5 paths"),
    ("titles", "", "[...document.querySelectorAll('.head .cell')].filter(cell => cell.offsetParent).map(cell => cell.textContent)",
     ["Name", "Per parent", "Types", "Content"]),
    ("occurrence", "", "[...document.querySelectorAll('#rows .per')].map(cell => cell.textContent)", ["", "1", "0–many", "0–1", "1–many"]),
    ("types", "", "[...document.querySelectorAll('#rows .types')].map(cell => cell.textContent)", ["", "integer", "mixed", "integer or string", ""]),
    ("details", "click #rows .row bdi >> text=note", "[text('#details ul'), document.querySelector('#details table')]",
     ["A parent has 0–1.Its text is integer or string.", None]),
    ("content", "click #row-4", "[text('#details-path'), text('#details-example')]", ["shop/part/part", "see shop/part"]),
    ("a button leads to the content", "click #details button >> nth=1", "text('#details-path')", "shop/part"),
]
# The name of each page, its data, the options of its context, and its rows.
PAGES = [
    ("feed", FEED, WIDE, FEED_ROWS),
    ("clipboard API", FEED, WIDE | {"permissions": ["clipboard-read", "clipboard-write"]}, COPYING),
    ("without the clipboard API", FEED, WIDE, COPYING),
    ("hostile", HOSTILE, WIDE, HOSTILE_ROWS),
    ("no items", description([]), {}, [
        ("says so in words, and has no tree", "", "[shown('#nothing'), text('#nothing').includes('no paths'), shown('#tree'), shown('#search')]",
         [True, True, False, False])]),
    ("records", RECORDS, {}, [
        ("summary", "", "text('#summary')", "500 records at menu/item, 4 paths"),
        ("paths begin in the record", "click #rows .row bdi >> text=@lang", "text('#details-path')", "tag/@lang"),
        ("search from the record", "search /tag", "names()", [".", "tag", "@lang"])]),
    *((f"schema, {width} px", SCHEMA, {"viewport": {"width": width, "height": 740}}, SCHEMA_ROWS) for width in (360, 1400)),
    ("without JavaScript", FEED, {"java_script_enabled": False}, [("a sentence", "", "document.querySelector('noscript p').offsetParent !== null", True)]),
    *((scheme, FEED, WIDE | {"color_scheme": scheme}, [
        *COLOR_ROWS, ("background", "", "luminance(back(document.body)) > .5", scheme == "light")]) for scheme in ("light", "dark")),
    *((f"{width} px", FEED, {"viewport": {"width": width, "height": 740}}, NARROW_ROWS) for width in (360, 800, 1150, 1400)),
    ("window", flat(10_000), {"viewport": {"width": 1400, "height": 800}}, WINDOW_ROWS),
]
FORBIDDEN = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|https?://|style=\"| on[a-z]+=\""


class Checks:
    """Counts the checks, and opens pages in contexts without a network."""

    def __init__(self, browser, patience):
        self.browser, self.patience = browser, patience
        self.passed = self.failed = 0

    def equal(self, found, expected, what):
        is_right = found == expected
        self.passed, self.failed = self.passed + is_right, self.failed + (not is_right)
        print(f"ok    {what}" if is_right else f"FAIL  {what}: {found!r} is not {expected!r}")

    def open(self, path, what, options, use):
        """Uses an open page; afterwards, nothing is in the console, nothing was fetched and no dialog opened."""
        url, noted = pathlib.Path(path).resolve().as_uri(), []
        context = self.browser.new_context(offline=True, **options)
        context.add_init_script(NOTE_ROWS + NO_CLIPBOARD * (what == "without the clipboard API"))
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda message: noted.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: noted.append(f"error: {error}"))
        page.on("request", lambda request: noted.append(request.url) if request.url != url else None)
        page.on("dialog", lambda dialog: (noted.append(f"dialog: {dialog.message}"), dialog.dismiss()))
        page.goto(url, wait_until="load")
        try:
            use(page)
        except Exception as error:
            # Such as a row that never came.
            self.equal(str(error).splitlines()[0], "", f"{what}: no error")
        self.equal(noted, [], f"{what}: nothing in the console, no request, no dialog")
        context.close()

    def rows(self, page, what, rows):
        for name, actions, question, answer in rows:
            for action in actions.split("; ") if actions else []:
                verb, _, rest = action.partition(" ")
                ACTIONS[verb](page, rest)
            self.equal(ask(page, question), answer, f"{what}: {name}")

    def speed(self, path, what, count):
        """The best of three openings, and the slowest of all actions."""
        times = []

        def use(page):
            page.wait_for_timeout(50)
            times.append(ask(page, "frame().then(() => window.timeOfRows)"))
            if len(times) < 3:
                return
            searches = [("search", text) for text in ["9", "text 77", "root/name", "e"]]
            for action, text in [("expand", ""), *searches, ("collapse", ""), ("search", "")]:
                took = ask(page, f"timed({action!r}, {text!r})")
                self.equal(took <= ACTION_LIMIT * self.patience, True, f"{what}: {action} {text} takes {took:.0f} ms, at most {ACTION_LIMIT}")
                if action == "expand":
                    self.equal(ask(page, "rowCount()"), count, f"{what}: expand all")

        for _ in range(3):
            self.open(path, what, {"viewport": {"width": 1400, "height": 800}}, use)
        limit = OPENING_LIMIT[count] * self.patience
        self.equal(min(times) <= limit, True, f"{what}: opens in {min(times):.0f} ms, at most {limit:.0f}")


def ask(page, question):
    return page.evaluate(f"() => {{ {WORDS}\nreturn {question}; }}")


# The verbs of the actions.
ACTIONS = {
    "press": lambda page, rest: [page.keyboard.press(key) for key in rest.split()],
    "type": lambda page, rest: (page.keyboard.type(rest), page.wait_for_timeout(250)),
    "search": lambda page, rest: (page.fill("#search", rest), page.wait_for_timeout(250)),
    "click": lambda page, rest: page.click(rest),
    "focus": lambda page, rest: page.focus(rest),
    "script": lambda page, rest: ask(page, f"void ({rest})"),
    "media": lambda page, rest: page.emulate_media(media=rest),
    "wait": lambda page, rest: page.wait_for_timeout(int(rest)),
    "move": lambda page, rest: page.mouse.move(5, 5),
}


def check_template(checks, text, page_of):
    checks.equal(text.count(PLACEHOLDER), 1, "the template has one placeholder")
    wrong = [f"{name} '{value}'" for name, value in hashes(text).items() if f"{name} '{value}'" not in text]
    checks.equal(wrong, [], "the policy has the hashes of the style and the script, or --write-hashes writes them")
    checks.equal(re.findall(FORBIDDEN, text), [], "the template makes no markup of text and names no address")
    checks.equal([each in text for each in ('<html lang="en">', 'name="viewport"', "<noscript>")], [True] * 3, "language, viewport and noscript")
    for what, data, options, rows in PAGES:
        checks.open(page_of(data), what, options, lambda page: checks.rows(page, what, rows))
    for make, counts in [(flat, (10_000, 100_000)), (deep, (10_000,)), (bushy, (10_000, 100_000))]:
        for count in counts:
            checks.speed(page_of(make(count)), f"{count:,} {make.__name__}", count)


def check_made_page(checks, command, folder):
    """A page that the command makes."""
    document = folder / "feed.xml"
    document.write_text("<feed><item id='1'><t>a &lt;b&gt; &amp;amp; c</t></item><item><u>2</u></item></feed>")
    subprocess.run([command, "--describe=html", "-o", "page.html", document.name], cwd=folder, check=True)
    rows = [
        ("the placeholder is filled", "", f"text('#data').trim() !== {json.dumps(PLACEHOLDER)}", True),
        ("title", "", "document.title", document.name),
        ("rows", "click #expand", "names()", ["feed", "item", "@id", "t", "u"]),
    ]
    checks.open(folder / "page.html", "page", WIDE, lambda page: checks.rows(page, "page", rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", nargs="?", type=pathlib.Path, default=TEMPLATE.parents[2] / ".build/release/xml2dict")
    parser.add_argument("--write-hashes", action="store_true")
    parser.add_argument("--check-hashes", action="store_true")
    parser.add_argument("--patience", type=float, default=1, help="how many times longer everything may take here")
    arguments = parser.parse_args()
    if arguments.write_hashes:
        return write_hashes()
    if arguments.check_hashes:
        return check_hashes()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError as error:
        print(f"skipped: Playwright is not installed ({error}); requirements.txt has it")
        return 77
    chromium = shutil.which("chromium")
    if chromium is None:
        print("skipped: there is no Chromium; apt-get install chromium")
        return 77
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        folder, text = pathlib.Path(name), TEMPLATE.read_text(encoding="utf-8")
        checks = Checks(playwright.chromium.launch(executable_path=chromium, headless=True), arguments.patience)

        def page_of(data):
            path = folder / f"{len(os.listdir(folder))}.html"
            path.write_text(fill(text, data), encoding="utf-8")
            return path

        check_made_page(checks, arguments.command.resolve(), folder)
        check_template(checks, text, page_of)
        checks.browser.close()
    print(f"{checks.passed} checks passed" + (f", {checks.failed} failed" if checks.failed else ""))
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
