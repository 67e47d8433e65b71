"""What is measured: documents, sections, options, and how often."""

DOCUMENTS = ("feed", "map", "wiki", "treebank")
SECTIONS = (
    "documents", "records", "decoding", "options", "python", "start-up",
    "linearity", "depth", "comparison",
)
SECTIONS_BY_HAND = ("comparison",)
RECORD_PATHS = {"feed": "channel/item", "map": "osm/*"}
OPTION_DOCUMENTS = ("feed", "map")
OPTION_SETS = (
    "--convention xmltodict",
    "--convention badgerfish",
    "--convention parker",
    "--convention gdata",
    "--convention jsonml",
    "--attributes prefix",
    "--attributes group",
    "--text-only string --empty null",
    "--force-text item/title --text-only string",
    "--force-list item --force-list nd",
    "--force-list-all",
    "--on-collision error",
    "--trim none",
    "--trim collapse",
    "--protect-cdata",
    "--text-separator |",
    "--cdata-key a --comment-key b --pi-key c --doctype-key d",
    "--namespaces strip",
    "--namespaces expand",
    "--namespace http://search.yahoo.com/mrss/=m",
    "--xmlns collect",
    "--keys snake",
    "--types",
    "--type item/title=number --type nd/@ref=number",
    "--nil",
    "--skip nd --skip description",
    "--select item --select way",
)
# What decode-records is asked to do, what the tables call it, and the format
# that it reads.
DECODING_WAYS = (
    ("records", "XML2Dict, typed records", "xml"),
    ("parser", "Foundation, XMLParser with a delegate", "xml"),
    ("json", "Foundation, JSONDecoder line by line", "jsonl"),
    ("json-array", "Foundation, JSONDecoder on one array", "json"),
)
# The items as JSON that suits JSONDecoder best: always an array where there
# can be several, numbers as numbers, no field that is not asked for.
DECODING_JSON_ARGUMENTS = (
    "--records", "channel/item", "--convention", "xmltodict",
    "--attributes", "merge", "--force-list", "item/category",
    "--skip", "guid/@isPermaLink",
    "--type", "media:thumbnail/@width=number",
    "--type", "media:thumbnail/@height=number",
)
# Behind `[]` the look-up begins in each item in turn. The last path leads
# through all items, and there is nothing at its end.
LOOK_UP_PATHS = (
    "rss/channel/title",
    "rss/channel/item/title",
    "rss/channel/item/media:thumbnail/url",
    "rss/channel/item[]/title",
    "rss/channel/item[]/media:thumbnail/url",
    "rss/channel/item/none",
)
LARGE_FACTOR = 20
LATENCY_RECORDS = 50
START_UP_RUNS = 40
# The values of tools are compared on documents of at most this size.
AGREEMENT_MEGABYTES = 20
LINEARITY_COUNTS = (250_000, 500_000, 1_000_000)
LINEARITY_RUNS = 3
DEPTH = 1_000_000
DEPTH_ARGUMENTS = ("--max-depth", str(2 * DEPTH), "-c")
XMLTODICT_VERSION_PROGRAM = """\
import importlib.metadata, xmltodict
print(importlib.metadata.version("xmltodict"))
"""
