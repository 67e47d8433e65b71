"""Small documents, as scripts and apps read most."""

from __future__ import annotations

from pathlib import Path

ENVELOPE = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">\n'
    ' <soap:Body>\n  <m:GetOrdersResponse xmlns:m="http://example.org/orders">\n%s  </m:GetOrdersResponse>\n </soap:Body>\n'
    "</soap:Envelope>\n"
)
ORDER = (
    '   <m:order id="%d">\n    <m:customer>Customer %d</m:customer>\n    <m:placed>2026-11-%02dT10:00:00Z</m:placed>\n'
    '    <m:total currency="EUR">%d.50</m:total>\n   </m:order>\n'
)
FEED = '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0">\n<channel>\n<title>News &amp; more</title>\n%s</channel>\n</rss>\n'
ITEM = (
    "<item>\n<title>Report %d of the day</title>\n<link>https://example.org/news/%d</link>\n"
    '<guid isPermaLink="false">news-%d</guid>\n<category>World</category>\n<category>Science</category>\n'
    "<description>A text of some length, with a &lt;b&gt;tag&lt;/b&gt; in it, about report %d; it has two sentences. "
    "This is the second one.</description>\n</item>\n"
)


def small_documents(project: Path) -> dict[str, bytes]:
    """The documents by their names: a tag, a menu of 1 KB, a response of a service of 10 KB, a feed of 50 KB."""
    orders = "".join(ORDER % (number, number, number % 28 + 1, number) for number in range(55))
    items = "".join(ITEM % (number, number, number, number) for number in range(130))
    return {
        "<a/>": b"<a/>",
        "menu, 1 KB": (project / "Examples/donuts/donuts.xml").read_bytes(),
        "SOAP, 10 KB": (ENVELOPE % orders).encode(),
        "RSS, 50 KB": (FEED % items).encode(),
    }
