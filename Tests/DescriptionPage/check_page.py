#!/usr/bin/env python3
"""Checks the page of `xml2dict --describe=html` in headless Chromium.

check_page.py --template DescriptionPage.html             pages that this script makes from the template
check_page.py --page FILE [--rows N] [--title TEXT]       a page that the program made
check_page.py --write-hashes --template DescriptionPage.html   writes the hashes of the style and the script

The exit code is 1 when a check failed, and 77 when Playwright or Chromium is missing.
"""

import argparse
import base64
import hashlib
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile

PLACEHOLDER = "{{DATA}}"
FORMS = ["empty", "integer", "number", "boolean", "date", "dateTime", "localDateTime", "url", "string"]
EMPTY, INTEGER, NUMBER, BOOLEAN, DATE, DATE_TIME, LOCAL, URL, STRING = range(9)
INTERLEAVED, MIXED = 1, 2
TREE_ROW = "#rows .row"
# In milliseconds, from the start of the navigation to the frame with the rows.
OPENING_LIMIT = {10_000: 1000, 100_000: 2000}
# For one search, and for expanding and collapsing all.
ACTION_LIMIT = 500
# How many times longer it may take on a slow machine.
PATIENCE = 1.0


# Data

def item(depth, name, count=1, least=1, most=1, parents=1, without=0, longest=0, example="", flags=0, forms=()):
    counts = [0] * (max(forms, default=-1) + 1) if isinstance(forms, dict) else list(forms)
    if isinstance(forms, dict):
        for form, number in forms.items():
            counts[form] = number
    return [depth, name, count, least, most, parents, without, longest, example, flags, counts]


def description(items, **changes):
    data = {"title": "feed.xml", "documents": 1, "records": None, "likelyRecords": [], "flags": [], "forms": FORMS}
    return data | changes | {"items": items}


def feed():
    return description([
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
        likelyRecords=[{"path": "rss/channel/item", "count": 12345}, {"path": "rss/channel/item/enclosure", "count": 600}],
        flags=["--force-list=/rss/channel/item", "--type=/rss/channel/item/@id=number",
               "--type=/rss/channel/item/featured=boolean"])


def flat(count):
    rows = [item(1, f"name{number}", number + 1, 0, 1, 9, 3, 4, f"text {number}", 0, {STRING: 3, INTEGER: 1}) for number in range(count - 1)]
    return description([item(0, "root")] + rows)


def deep(count):
    return description([item(depth, f"level{depth}", 1, 1, 1, 1, 0, 3, f"text {depth}", 0, {STRING: 1}) for depth in range(count)])


def bushy(count):
    rows = [item(0, "root")]
    while len(rows) < count:
        number = len(rows)
        rows.append(item(1 + number % 5, f"name{number % 977}", number, 0, 7, 99, number % 50, 30,
                         f"an example of a text {number}", 0, {STRING: 3, INTEGER: number % 7, DATE: 1}))
    lines = [f"--force-list=/root/name{number}" for number in range(count // 10)]
    return description(rows, flags=lines)


HOSTILE = [
    "<img src=x onerror=alert(1)>", "</script><script>alert(1)</script>", "&lt;b&gt;", "a\u2028b\u2029c", "\u202eevil\u202c",
    "\"'`", "<!-- <script>", "${alert(1)}", "javascript:alert(1)", "{{DATA}}", "__proto__", "]]>", "\\u003cb\\u003e", "\U0001f600\u0000\ufffd\u0130",
]


def hostile():
    rows = [item(0, "root", 1)]
    rows += [item(1, text, 1, 1, 1, 1, 0, 9, text, 0, {STRING: 1}) for text in HOSTILE]
    return description(rows, title=HOSTILE[0] + HOSTILE[1], records=HOSTILE[1], likelyRecords=[{"path": HOSTILE[0], "count": 1}],
                       flags=HOSTILE)


def records():
    return description([
        item(0, ".", 500, 1, 1, 0, 0), item(1, "@id", 500, 1, 1, 500, 0, 3, "1", 0, {INTEGER: 500}),
        item(1, "tag", 900, 0, 4, 500, 20, 9, "red", 0, {STRING: 900}), item(2, "@lang", 100, 0, 1, 900, 800, 2, "en", 0, {STRING: 100}),
    ], documents=500, records="menu/item")


def fill(template, data):
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return template.replace(PLACEHOLDER, text)


# Hashes

def hashes(text):
    """The hashes of the contents of the only style and the only script that runs, as the policy writes them."""
    style = re.search(r"<style>(.*?)</style>", text, re.S).group(1)
    script = re.search(r"<script>(.*?)</script>", text, re.S).group(1)
    return {
        f"{name}-src": "sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        for name, content in [("script", script), ("style", style)]
    }


def write_hashes(path):
    text = path.read_text(encoding="utf-8")
    for directive, value in hashes(text).items():
        text = re.sub(rf"{directive} 'sha256-[^']*'", f"{directive} '{value}'", text, count=1)
    path.write_text(text, encoding="utf-8")


# Checks

class Checks:
    def __init__(self):
        self.passed = 0
        self.failed = 0

    def that(self, condition, what, details=""):
        if condition:
            self.passed += 1
            print(f"ok    {what}")
        else:
            self.failed += 1
            print(f"FAIL  {what}{f': {details}' if details != '' else ''}")

    def equal(self, found, expected, what):
        self.that(found == expected, what, f"{found!r} is not {expected!r}")


# Notes the time of the frame after the one that has rows.
NOTE_ROWS = """
const look = () => requestAnimationFrame(() => {
  if (document.querySelector("#rows .row")) requestAnimationFrame(() => { window.timeOfRows = performance.now(); });
  else look();
});
look();
"""
NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined });"


class Opened:
    """A page in a context without a network; it notes what should not happen."""

    def __init__(self, browser, path, script=NOTE_ROWS, **options):
        self.context = browser.new_context(offline=True, **options)
        self.context.add_init_script(script)
        self.page = self.context.new_page()
        self.page.set_default_timeout(10_000)
        self.messages, self.requests, self.dialogs = [], [], []
        self.page.on("console", lambda message: self.messages.append(f"{message.type}: {message.text}"))
        self.page.on("pageerror", lambda error: self.messages.append(f"error: {error}"))
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("dialog", self.note_dialog)
        self.url = pathlib.Path(path).resolve().as_uri()
        self.page.goto(self.url, wait_until="load")

    def note_dialog(self, dialog):
        self.dialogs.append(dialog.message)
        dialog.dismiss()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.context.close()

    def evaluate(self, script, argument=None):
        return self.page.evaluate(script, argument)

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def frames(self):
        self.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done())))")

    def texts(self, selector):
        return self.page.locator(selector).evaluate_all("all => all.map(one => one.textContent)")

    def names(self):
        return self.texts(f"{TREE_ROW} .name bdi")

    def row_count(self):
        return int(self.page.get_attribute("#tree", "aria-rowcount")) - 1

    def search(self, text):
        self.page.fill("#search", text)
        self.page.wait_for_timeout(250)

    def selected(self):
        return self.page.locator(f"{TREE_ROW}[aria-selected=true] .name bdi").text_content()

    def active(self):
        """The row that aria-activedescendant names, and whether all of it is visible."""
        return self.evaluate("""() => {
          const tree = document.getElementById("tree");
          const row = document.getElementById(tree.getAttribute("aria-activedescendant"));
          if (!row) return null;
          const place = row.getBoundingClientRect(), room = tree.getBoundingClientRect();
          const head = tree.querySelector(".head").getBoundingClientRect();
          return {
            name: row.querySelector("bdi").textContent, level: Number(row.getAttribute("aria-level")),
            expanded: row.getAttribute("aria-expanded"), selected: row.getAttribute("aria-selected"),
            visible: place.top >= head.bottom - 1 && place.bottom <= room.bottom + 1,
          };
        }""")

    def quiet(self, checks, what):
        checks.equal(self.messages, [], f"{what}: nothing in the console")
        checks.equal([url for url in self.requests if url != self.url], [], f"{what}: no request")
        checks.equal(self.dialogs, [], f"{what}: no dialog")


FEED_NAMES = [row[1] for row in feed()["items"]]


def check_template(checks, text):
    checks.equal(text.count(PLACEHOLDER), 1, "the template has one placeholder")
    checks.that(all(f"{name} '{value}'" in text for name, value in hashes(text).items()),
                "the policy has the hashes of the style and the script", f"run --write-hashes; they are {hashes(text)}")
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|https?://|style=\"| on[a-z]+=\""
    checks.equal(re.findall(forbidden, text), [], "the template makes no markup of text and names no address")
    checks.that('<html lang="en">' in text and 'name="viewport"' in text and "<noscript>" in text, "language, viewport and noscript")


def check_feed(checks, browser, page_of):
    with Opened(browser, page_of(feed()), viewport={"width": 1400, "height": 900}) as opened:
        page = opened.page
        checks.equal(page.title(), "feed.xml, other.xml", "title of the page")
        checks.equal(page.text_content("#summary"), "2 documents, 18 paths", "summary")
        checks.equal(opened.names(), FEED_NAMES, "all rows of a small tree")
        cells = opened.evaluate("""name => [...document.querySelectorAll("#rows .row")].filter(row =>
            row.querySelector("bdi").textContent === name).map(row => [...row.children].slice(1).map(cell => cell.textContent))""", "price")
        checks.equal(cells, [["9,000", "0–1", "27.1\u00a0%", "integer 90\u00a0%, number 9.9\u00a0%, string 0.1\u00a0%", "8", "12.50"]], "cells of a row")
        without = dict(zip(FEED_NAMES, opened.texts(f"{TREE_ROW} .without")))
        checks.equal([without.get("@id"), without.get("pubDate")], ["0\u00a0%", "<0.1\u00a0%"], "0 % only where it is exactly that")
        types = dict(zip(FEED_NAMES, opened.texts(f"{TREE_ROW} .types")))
        checks.equal([types.get("description"), types.get("channel")], ["mixed; string", "interleaved"], "mixed and interleaved")
        opened.quiet(checks, "feed")
        check_aria(checks, opened)
        check_search(checks, opened)
        check_keyboard(checks, opened)
        check_mouse(checks, opened)
        check_details(checks, opened)
        opened.evaluate("() => dispatchEvent(new Event('beforeprint'))")
        page.emulate_media(media="print")
        checks.equal(opened.names(), FEED_NAMES, "print: all rows")
        checks.that(opened.evaluate("() => { const tree = document.getElementById('tree'); return tree.scrollHeight <= tree.clientHeight + 1; }"),
                    "print: the tree is not cut off")
        page.emulate_media(media="screen")
        opened.evaluate("() => dispatchEvent(new Event('afterprint'))")
        opened.quiet(checks, "feed after all actions")


def check_aria(checks, opened):
    rows = opened.evaluate("""() => [...document.querySelectorAll("#rows .row")].map(row =>
        ["role", "aria-level", "aria-posinset", "aria-setsize", "aria-expanded", "aria-rowindex"].map(name => row.getAttribute(name)))""")
    expected = {
        "rss": ["row", "1", "1", "1", "true", "2"], "@version": ["row", "2", "1", "2", None, "3"],
        "channel": ["row", "2", "2", "2", "true", "4"], "@length": ["row", "5", "2", "2", None, "19"],
    }
    found = {name: row for name, row in zip(FEED_NAMES, rows) if name in expected}
    checks.equal(found, expected, "aria: level, position, size of the set, expanded, index")
    roles = opened.evaluate("""() => [document.getElementById("tree").getAttribute("role"),
        document.querySelectorAll("[role=columnheader]").length, document.querySelectorAll("#rows [role=gridcell]").length,
        document.querySelectorAll("#rows [role=row][aria-selected=true]").length]""")
    checks.equal(roles, ["treegrid", 7, 7 * len(FEED_NAMES), 1], "aria: roles, one selected row")


def check_search(checks, opened):
    page = opened.page
    opened.press("/")
    checks.equal(opened.evaluate("() => document.activeElement.id"), "search", "search: / comes to the box")
    before = opened.names()
    page.keyboard.type("ENCLOS")
    page.wait_for_timeout(250)
    checks.equal(opened.names(), ["rss", "channel", "item", "enclosure", "@url", "@length"], "search: paths with the text and what is around them")
    checks.equal(page.text_content("#status"), "3 of 18 paths match", "search: how many match")
    checks.equal(opened.texts("#rows mark"), ["enclos"], "search: the match is marked")
    checks.equal(opened.selected(), "enclosure", "search: the first match is selected")
    opened.press("Escape")
    checks.equal([opened.names(), page.input_value("#search"), page.text_content("#status"), opened.selected()], [before, "", "", "rss"],
                 "search: Escape restores the rows and the selection")
    opened.search("lovelace")
    checks.equal(opened.names(), ["rss", "channel", "item", FEED_NAMES[9]], "search: an example")
    opened.search("item/t")
    checks.equal([opened.names(), opened.texts("#rows mark")], [["rss", "channel", "item", "title"], ["t"]], "search: across names")
    opened.search("/rss/channel/item/em")
    checks.equal([opened.names(), page.text_content("#status")], [[], "0 of 18 paths match"], "search: nothing matches")
    checks.that(page.locator("#note").is_visible(), "search: says in words that nothing matches")
    opened.search("/rss/@")
    checks.equal(opened.names(), ["rss", "@version"], "search: from the root")
    opened.press("Enter")
    checks.equal(opened.evaluate("() => document.activeElement.id"), "tree", "search: Enter goes to the tree")
    opened.press("ArrowUp", "ArrowDown", "Escape")
    checks.equal([opened.names(), opened.selected()], [before, "@version"], "search: Escape keeps what was selected in the search")
    opened.search("title")
    page.click("#collapse")
    checks.equal(opened.names(), ["rss"], "search: rows collapse")
    opened.search("")
    checks.equal(opened.names(), before, "search: what is collapsed in a search is expanded afterwards")


def check_keyboard(checks, opened):
    page = opened.page
    page.click("#collapse")
    checks.equal(opened.names(), ["rss"], "collapse all")
    page.focus("#tree")
    opened.press("ArrowRight")
    checks.equal(opened.names(), ["rss", "@version", "channel"], "keyboard: Right expands")
    checks.equal(opened.active()["expanded"], "true", "keyboard: aria-expanded is true")
    opened.press("ArrowRight")
    checks.equal(opened.active()["name"], "@version", "keyboard: Right goes inside")
    opened.press("ArrowRight", "ArrowDown", "Enter")
    checks.equal([opened.active()["name"], opened.active()["level"], len(opened.names())], ["channel", 2, 7], "keyboard: Down moves, Enter expands")
    opened.press("Enter")
    checks.equal([opened.active()["expanded"], len(opened.names())], ["false", 3], "keyboard: Enter collapses")
    opened.press("End")
    checks.equal(opened.active()["name"], "channel", "keyboard: End")
    opened.press("ArrowLeft")
    checks.equal(opened.active()["name"], "rss", "keyboard: Left goes to the parent")
    opened.press("ArrowLeft")
    checks.equal(opened.names(), ["rss"], "keyboard: Left collapses")
    page.click("#expand")
    checks.equal(opened.names(), FEED_NAMES, "expand all")
    page.focus("#tree")
    opened.press("End", "ArrowUp", "Home", "ArrowDown", "ArrowUp", "ArrowUp")
    checks.equal([opened.active()["name"], opened.active()["selected"], opened.active()["visible"]], ["rss", "true", True],
                 "keyboard: Home, and the active row is selected and visible")


def check_mouse(checks, opened):
    page = opened.page
    twisty = f"{TREE_ROW}[aria-level='3'][aria-expanded] .twisty"
    page.click(twisty)
    checks.equal([opened.names(), opened.selected()], [FEED_NAMES[:7], "item"], "mouse: the triangle collapses")
    page.click(f"{TREE_ROW}[aria-level='2'] bdi >> text=@version")
    checks.equal(opened.selected(), "@version", "mouse: a click selects")
    page.click("#record-list button >> nth=1")
    checks.equal([opened.selected(), opened.names()[:7] == FEED_NAMES[:7], opened.row_count()], ["enclosure", True, len(FEED_NAMES)],
                 "mouse: a likely record is selected, and what is around it is expanded")


def check_details(checks, opened):
    page = opened.page
    page.click(f"{TREE_ROW} bdi >> text=description")
    checks.equal(page.text_content("#details-path"), "rss/channel/item/description", "details: path")
    checks.equal(page.text_content("#details-example"), "The mayor <em>cut</em> the ribbon", "details: example")
    page.click(f"{TREE_ROW} bdi >> text=price")
    checks.equal(opened.texts("#details li"), [
        "The element occurs 9,000 times.", "A parent has at least 0 and at most 1.",
        "There is none in 3,345 of 12,345 parents (27.1\u00a0%).", "The longest text has 8 bytes.",
    ], "details: facts in words")
    checks.equal(opened.texts("#details tr"), ["integer8,10090\u00a0%", "number8909.9\u00a0%", "string100.1\u00a0%"], "details: types")
    checks.equal(page.text_content("#flag-lines"), "\n".join(feed()["flags"]), "flags")


def check_copying(checks, browser, page_of):
    path = page_of(feed())
    for what, script, options in [("clipboard API", NOTE_ROWS, {"permissions": ["clipboard-read", "clipboard-write"]}),
                                  ("without the clipboard API", NO_CLIPBOARD, {})]:
        with Opened(browser, path, script, viewport={"width": 1400, "height": 900}, **options) as opened:
            opened.page.click(f"{TREE_ROW} bdi >> text=price")
            opened.page.click("#details button")
            opened.page.wait_for_timeout(100)
            status = opened.page.text_content("#status")
            opened.page.focus("#search")
            opened.press("Control+V")
            checks.equal([status, opened.page.input_value("#search")], ["Copied.", "rss/channel/item/price"], f"copying: {what}")


def check_hostile(checks, browser, page_of):
    data = hostile()
    with Opened(browser, page_of(data), viewport={"width": 1400, "height": 900}) as opened:
        page = opened.page
        expected = json.loads(json.dumps(data))
        checks.equal(opened.names(), [row[1] for row in expected["items"]], "hostile: names are exactly the text")
        checks.equal(opened.texts(f"{TREE_ROW} .example bdi"), [row[8] for row in expected["items"]], "hostile: examples are exactly the text")
        checks.equal([page.text_content("#title"), page.text_content("#flag-lines")], [data["title"], "\n".join(HOSTILE)], "hostile: title and flags")
        for text in HOSTILE:
            opened.search(text)
            shown = opened.names()
            page.click(f"{TREE_ROW} >> nth={len(shown) - 1}")
            marked = "".join(opened.texts("#rows mark"))
            if shown[-1] != text or page.text_content("#details-path") != f"root/{text}" or page.text_content("#details-example") != text \
                    or text not in marked:
                checks.that(False, f"hostile: search and details of {text!r}", f"{shown!r}, {marked!r}")
        checks.that(True, "hostile: search and details of all names")
        opened.search("")
        elements = opened.evaluate("() => [document.images.length, document.scripts.length, document.querySelectorAll('b, iframe, a').length]")
        checks.equal(elements, [0, 2, 0], "hostile: no elements of the data")
        isolated = page.locator(f"{TREE_ROW} .name bdi").first.evaluate("one => getComputedStyle(one).unicodeBidi")
        checks.that(isolated.startswith("isolate"), "hostile: directions of text are isolated", isolated)
        opened.quiet(checks, "hostile")


def check_small_pages(checks, browser, page_of):
    with Opened(browser, page_of(description([]))) as opened:
        checks.that(opened.page.is_visible("#nothing") and "no paths" in opened.page.text_content("#nothing"), "no items: says so in words")
        checks.that(not opened.page.is_visible("#tree") and not opened.page.is_visible("#search"), "no items: no tree")
        opened.quiet(checks, "no items")
    with Opened(browser, page_of(records())) as opened:
        checks.equal(opened.page.text_content("#summary"), "500 records at menu/item, 4 paths", "records: summary")
        opened.page.click(f"{TREE_ROW} bdi >> text=@lang")
        checks.equal(opened.page.text_content("#details-path"), "tag/@lang", "records: paths begin in the record")
        opened.search("/tag")
        checks.equal(opened.names(), [".", "tag", "@lang"], "records: search from the record")
        opened.quiet(checks, "records")
    with Opened(browser, page_of(feed()), java_script_enabled=False) as opened:
        checks.that(opened.page.is_visible("noscript p"), "without JavaScript: a sentence")


def luminance(color):
    channels = [value / 255 for value in color]
    linear = [value / 12.92 if value <= .04045 else ((value + .055) / 1.055) ** 2.4 for value in channels]
    return .2126 * linear[0] + .7152 * linear[1] + .0722 * linear[2]


def contrast(one, other):
    high, low = sorted([luminance(one), luminance(other)], reverse=True)
    return (high + .05) / (low + .05)


COLORS = """selector => [...document.querySelectorAll(selector)].slice(0, 3).map(element => {
  const numbers = text => text.match(/[\\d.]+/g).map(Number);
  const back = start => {
    for (let one = start; one; one = one.parentElement) {
      const color = numbers(getComputedStyle(one).backgroundColor);
      if (color.length === 3 || color[3] === 1) return color.slice(0, 3);
    }
    return [255, 255, 255];
  };
  return { text: numbers(getComputedStyle(element).color).slice(0, 3), back: back(element), around: back(element.parentElement) };
})"""


def check_colors(checks, browser, page_of):
    path, backgrounds = page_of(feed()), {}
    texts = ["body", "#summary", "h1", ".head .cell", f"{TREE_ROW} .cell", f"{TREE_ROW}.attribute .name bdi", f"{TREE_ROW}[aria-selected=true] .cell",
             f"{TREE_ROW}.attribute[aria-selected=true] .name bdi", "mark", "button", "input", "#details li", "#details td", "#flag-lines",
             "#record-list button", "#status", "#legend li", "aside .quiet"]
    for scheme in ["light", "dark"]:
        with Opened(browser, path, color_scheme=scheme, viewport={"width": 1400, "height": 900}) as opened:
            backgrounds[scheme] = opened.evaluate("() => getComputedStyle(document.body).backgroundColor")
            opened.search("e")
            opened.page.click(f"{TREE_ROW}.attribute")
            opened.page.mouse.move(5, 5)
            ratios = {}
            for selector in texts:
                found = opened.evaluate(COLORS, selector)
                ratios[selector] = min((contrast(one["text"], one["back"]) for one in found), default=0)
            worst = min(ratios, key=ratios.get)
            checks.that(ratios[worst] >= 4.5, f"{scheme}: contrast of texts is at least 4.5 ({ratios[worst]:.1f} is least)", f"{worst} {ratios[worst]:.2f}")
            swatches = opened.evaluate(COLORS, "#legend .swatch, .row .count i, .row .without i, .row .types i")
            swatches += opened.evaluate(COLORS, "#legend li:nth-child(n+4) .swatch") + opened.evaluate(COLORS, "#legend li:nth-child(n+7) .swatch")
            least = min(contrast(one["back"], one["around"]) for one in swatches if one["back"] != one["around"])
            checks.that(least >= 3, f"{scheme}: contrast of graphics is at least 3 ({least:.1f} is least)")
    checks.that(backgrounds["light"] != backgrounds["dark"], "light and dark have different backgrounds", backgrounds)


def check_narrow(checks, browser, page_of):
    for width in [360, 800, 1150, 1400]:
        with Opened(browser, page_of(feed()), viewport={"width": width, "height": 740}) as opened:
            checks.that(opened.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), f"{width} px: nothing is wider than the page")
            boxes = opened.evaluate("""() => [...document.querySelectorAll("#rows .row, #rows .cell:first-child bdi")].map(one => {
                const box = one.getBoundingClientRect(); return box.width > 8 && box.height > 8 && box.right <= innerWidth; })""")
            checks.that(all(boxes), f"{width} px: names are inside the page")
            cut = opened.evaluate("""() => [...document.querySelectorAll(".head .cell, .row .count, .row .without, .row .per")].filter(one =>
                one.scrollWidth > one.clientWidth).map(one => one.textContent)""")
            checks.that(set(cut) <= {"345–12,000"}, f"{width} px: titles and numbers are not cut off", cut)
            local = opened.evaluate("""() => [...document.querySelectorAll("#rows .name bdi span:last-child")].filter(one =>
                one.scrollWidth > one.clientWidth + 1).map(one => one.textContent)""")
            checks.equal(local, [], f"{width} px: local names are not cut off")
            checks.equal(opened.evaluate("() => document.getElementById('tree').scrollTop"), 0, f"{width} px: the tree begins at its top")


def check_window(checks, browser, page_of):
    """A long tree, of which only a few rows are elements."""
    with Opened(browser, page_of(flat(10_000)), viewport={"width": 1400, "height": 800}) as opened:
        page = opened.page
        checks.that(len(opened.names()) < 120, "window: only a few rows are elements", len(opened.names()))
        page.focus("#tree")
        states = []
        for key, expected in [("End", "name9998"), ("PageUp", None), ("Home", "root"), ("PageDown", None), ("ArrowDown", None)]:
            opened.press(key)
            opened.frames()
            states.append(opened.active()["visible"] and expected in (None, opened.active()["name"]))
        for _ in range(40):
            opened.press("ArrowDown")
            states.append(opened.active()["visible"])
        checks.that(all(states), "window: the active row is visible after each key", states)
        opened.evaluate("() => { document.getElementById('tree').scrollTop = 200000; }")
        opened.frames()
        checks.that(opened.active() is not None, "window: the active row is an element after scrolling away")
        names = opened.names()
        checks.that(any(name.startswith("name66") for name in names), "window: rows of the place scrolled to", names[:3])
        opened.press("ArrowDown")
        opened.frames()
        checks.that(opened.active()["visible"], "window: an arrow comes back to the active row")
        opened.search("name9998")
        checks.equal(opened.names(), ["root", "name9998"], "window: search far below")
        opened.press("Escape")
        checks.equal(opened.row_count(), 10_000, "window: Escape restores all rows")


def check_speed(checks, browser, page_of):
    for what, data in [("10,000 flat", flat(10_000)), ("10,000 deep", deep(10_000)), ("10,000 bushy", bushy(10_000)),
                       ("100,000 flat", flat(100_000)), ("100,000 bushy", bushy(100_000))]:
        path, times = page_of(data), []
        for attempt in range(3):
            with Opened(browser, path, viewport={"width": 1400, "height": 800}) as opened:
                opened.page.wait_for_timeout(50)
                opened.frames()
                times.append(opened.evaluate("() => window.timeOfRows"))
                if attempt == 2:
                    check_actions(checks, opened, what, len(data["items"]))
                    opened.quiet(checks, what)
        best, limit = min(times), OPENING_LIMIT[len(data["items"])] * PATIENCE
        checks.that(best <= limit, f"{what}: opens in {best:.0f} ms, at most {limit}", times)


# The time of one search or one click until the frame after it; the delay while the user types is not in it.
ACTION = """([action, text]) => new Promise(done => {
  const frame = then => requestAnimationFrame(() => requestAnimationFrame(then));
  const start = performance.now();
  if (action === "search") {
    const box = document.getElementById("search");
    box.value = text;
    box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
  } else document.getElementById(action).click();
  frame(() => done(performance.now() - start));
})"""


def check_actions(checks, opened, what, count):
    times = {}
    searches = [("search", text) for text in ["9", "text 77", "root/name", "e"]]
    for action, text in [("expand", ""), *searches, ("collapse", ""), ("search", "")]:
        label = f"{action} {text}".strip()
        times[label] = opened.evaluate(ACTION, [action, text])
        if action == "expand":
            checks.equal(opened.row_count(), count, f"{what}: expand all")
    worst = max(times, key=times.get)
    checks.that(times[worst] <= ACTION_LIMIT * PATIENCE, f"{what}: the slowest action, {worst}, takes {times[worst]:.0f} ms, at most {ACTION_LIMIT}",
                {key: round(value) for key, value in times.items()})


def check_made_page(checks, browser, path, rows, title):
    with Opened(browser, path, viewport={"width": 1400, "height": 900}) as opened:
        checks.that(opened.evaluate("() => document.getElementById('data').textContent.trim()") != PLACEHOLDER, "the placeholder is filled")
        checks.that(opened.page.title() == title if title is not None else opened.page.title() != "", "title", opened.page.title())
        count = 0
        if opened.page.is_visible("#tree"):
            opened.page.click("#expand")
            count = opened.row_count()
        checks.that(count == rows if rows is not None else True, f"{count} rows", f"{rows} are expected")
        opened.quiet(checks, pathlib.Path(path).name)


def screenshots(browser, page_of, folder):
    path = page_of(feed())
    for name, width, height, scheme in [("light", 1400, 860, "light"), ("dark", 1400, 860, "dark"), ("medium", 900, 900, "light"),
                                        ("narrow", 360, 740, "light"), ("narrow-dark", 360, 740, "dark")]:
        with Opened(browser, path, color_scheme=scheme, viewport={"width": width, "height": height}) as opened:
            opened.page.click(f"{TREE_ROW} bdi >> text=price")
            opened.page.mouse.move(3, 3)
            opened.page.screenshot(path=f"{folder}/{name}.png", full_page=width < 1000)
    with Opened(browser, path, viewport={"width": 1400, "height": 860}) as opened:
        opened.search("item/en")
        opened.page.focus("#tree")
        opened.press("ArrowDown")
        opened.page.screenshot(path=f"{folder}/search.png")
        opened.search("")
        opened.page.pdf(path=f"{folder}/print.pdf")
    with Opened(browser, path, viewport={"width": 760, "height": 1000}) as opened:
        opened.evaluate("() => dispatchEvent(new Event('beforeprint'))")
        opened.page.emulate_media(media="print")
        opened.page.screenshot(path=f"{folder}/print.png", full_page=True)
    for name, data in [("deep", deep(10_000)), ("hostile", hostile()), ("empty", description([])), ("records", records()), ("bushy", bushy(100_000))]:
        with Opened(browser, page_of(data), viewport={"width": 1100, "height": 700}) as opened:
            opened.frames()
            opened.page.screenshot(path=f"{folder}/{name}.png")


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--template", type=pathlib.Path)
    parser.add_argument("--page", type=pathlib.Path, action="append", default=[])
    parser.add_argument("--rows", type=int, help="how many paths the page has")
    parser.add_argument("--title", help="the title of the page")
    parser.add_argument("--write-hashes", action="store_true")
    parser.add_argument("--patience", type=float, default=1, help="how many times longer everything may take here")
    parser.add_argument("--screenshots", type=pathlib.Path, help="a folder for pictures, instead of the checks")
    parser.add_argument("--chromium", default=shutil.which("chromium") or "/usr/bin/chromium")
    arguments = parser.parse_args()
    global PATIENCE
    PATIENCE = arguments.patience
    if arguments.template is None and not arguments.page:
        parser.error("--template or --page is needed")
    if arguments.write_hashes:
        return write_hashes(arguments.template)
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError as error:
        skip(f"Playwright is not installed ({error}); requirements.txt has it")
    if not os.access(arguments.chromium, os.X_OK):
        skip(f"there is no Chromium at {arguments.chromium}; apt-get install chromium")
    checks = Checks()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=arguments.chromium, headless=True)
        if arguments.template is not None:
            template = arguments.template.read_text(encoding="utf-8")

            def page_of(data):
                path = pathlib.Path(folder) / f"{len(os.listdir(folder))}.html"
                path.write_text(fill(template, data), encoding="utf-8")
                return path

            if arguments.screenshots:
                return screenshots(browser, page_of, arguments.screenshots)
            check_template(checks, template)
            for check in [check_feed, check_copying, check_hostile, check_small_pages, check_colors, check_narrow, check_window, check_speed]:
                try:
                    check(checks, browser, page_of)
                except (Error, TypeError, ValueError, IndexError) as error:
                    # Such as a row that never came.
                    checks.that(False, check.__name__, str(error).splitlines()[0])
        for path in arguments.page:
            check_made_page(checks, browser, path, arguments.rows, arguments.title)
        browser.close()
    print(f"{checks.passed} checks passed" + (f", {checks.failed} failed" if checks.failed else ""))
    sys.exit(1 if checks.failed else 0)


if __name__ == "__main__":
    main()
