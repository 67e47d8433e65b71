"""Compares xml2dict with several versions of libexpat: see README.md.

    python3 versions.py COMMAND FOLDER...

Each folder has a libexpat.so.1. The results of the command with each must be those with the system's version; otherwise
the exit status is 1.
"""

import os
import pathlib
import random
import re
import select
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "Differential"))
from session import ROOT, Command  # noqa: E402

RICH = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE r [
 <!ENTITY e "x&#233;"> <!ENTITY f "&e;<b>y</b>"> <!ENTITY % p "<!ENTITY q 'z'>"> %p;
 <!ATTLIST r d CDATA "default" t (one|two) 'one'>
 <!ELEMENT r ANY> <!NOTATION n SYSTEM "n"> <!-- c -->
]>
<!-- before --><?pi data?>
<r a="1 &amp; &e;" b='é' xmlns:n="urn:n"><n:c n:k="v">日本 😀</n:c>t&amp;&#x41;&f;&q;<![CDATA[<d>]]]]><b
/><c xml:space="preserve"> </c>]]&gt;</r>
<!-- after -->
""".encode()

ILL_FORMED = [
    b"\x80", b"\xbf", b"\xc0\x80", b"\xc1\xbf", b"\xc3", b"\xc3(", b"\xe0\x80\x80", b"\xe0\x9f\xbf", b"\xe2\x82",
    b"\xed\xa0\x80", b"\xed\xbf\xbf", b"\xef\xbf\xbe", b"\xef\xbf\xbf", b"\xf0\x80\x80\x80", b"\xf0\x8f\xbf\xbf",
    b"\xf0\x9f\x98", b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80", b"\xf8\x88\x80\x80\x80", b"\xfe", b"\xff", b"\0", b"\x01",
    b"\x0b", b"\x7f",
]

PLACES = [
    b"<a>%</a>", b"<a b='%'/>", b"<a%/>", b"<%/>", b"<a %='1'/>", b"<a><!--%--></a>", b"<a><?p %?></a>", b"<a><?%?></a>",
    b"<a><![CDATA[%]]></a>", b"<!DOCTYPE a [<!ENTITY e '%'>]><a>&e;</a>", b"<a>&%;</a>", b"<a/>%", b"%<a/>",
    b"<!DOCTYPE a [<!ATTLIST a b CDATA '%'>]><a/>", b"<!DOCTYPE a SYSTEM '%'><a/>", b"<a>x</a%>", b"<a>%",
]

# Small documents with an error, or an odd form, one a line, with the escapes of Python; and large ones.
FAULTS = [line.encode().decode("unicode_escape").encode("latin-1") for line in (HERE / "faults.txt").read_text().split("\n")[:-1]] + [
    b"<a>" * 1000 + b"</a>" * 1000, b"<a>" * 1001 + b"</a>" * 1001, b"<a>" * 30000,
    b"<!DOCTYPE a [<!ENTITY a0 'ha'>" + b"".join(b"<!ENTITY a%d '%s'>" % (i, b"&a%d;" % (i - 1) * 10) for i in range(1, 9)) + b"]><a>&a8;</a>",
    b"<!DOCTYPE a [<!ENTITY a0 'ha'>" + b"".join(b"<!ENTITY a%d '&a%d;'>" % (i, i - 1) for i in range(1, 40)) + b"]><a>&a39;</a>",
    b"<!DOCTYPE a [<!ENTITY x '" + b"y" * 60000 + b"'>]><a>" + b"&x;" * 3000 + b"</a>",
    b"<a " + b" ".join(b"b%d='%d'" % (i, i) for i in range(3000)) + b"/>", b"<a>" + b"<b/>" * 50000 + b"</a>",
]

OPTIONS = [
    [], ["--convention", "badgerfish"], ["--convention", "jsonml"], ["--records", "*"], ["--records", "i"], ["--namespaces", "expand"], ["--entities", "forbid"],
    ["--entities", "html"],
    ["--comment-key", "c", "--pi-key", "p", "--doctype-key", "d", "--cdata-key", "x", "--xml-declaration", "keep"],
]


def documents():
    """The documents, each with a name."""
    for folder in ("Tests/EndToEndTests/Fixtures", "Examples"):
        for path in sorted((ROOT / folder).rglob("*.xml")):
            if ".build" not in path.parts and path.stat().st_size < 1 << 20:
                yield path.name, path.read_bytes()
    for index, fault in enumerate(FAULTS):
        yield f"fault-{index}", fault
    for row, wrong in enumerate(ILL_FORMED):
        for column, place in enumerate(PLACES):
            yield f"ill-formed-{row}-{column}", place.replace(b"%", wrong)
            yield f"ascii-{row}-{column}", b"<?xml version='1.0' encoding='us-ascii'?>" + place.replace(b"%", wrong)
    for end in range(len(RICH)):
        yield f"cut-{end}", RICH[:end]
    source = random.Random(6)
    for number in range(1500):
        document = bytearray(RICH)
        for _ in range(source.randint(1, 3)):
            place = source.randrange(len(document))
            kind = source.randrange(4)
            if kind == 0:
                document[place] = source.choice(b"<>&;'\"%![]-?/= \n\0\x80\xc3aA1")
            elif kind == 1:
                del document[place : place + source.randint(1, 8)]
            elif kind == 2:
                document[place:place] = document[place : place + source.randint(1, 30)]
            else:
                document[place] = source.randrange(256)
        yield f"changed-{number}", bytes(document)


# Documents with two errors at one position, of which the versions report different ones: an ill-formed character, of which
# versions before 2.4.5 do not have the rest; and a wrong text of an entity before one, which 2.7 has already read.
REPORTED_DIFFERENTLY = {"changed-272", "changed-533"}


def with_version(command, work, folder):
    """The command with the libexpat of a folder, or with the system's."""
    variables = {name: value for name, value in os.environ.items() if name != "LD_LIBRARY_PATH"} | {"LC_ALL": "C"}
    return Command(command, work, variables | ({"LD_LIBRARY_PATH": os.path.abspath(folder)} if folder else {}))


def messages(errors):
    """The messages without the columns and the excerpts: in entities, versions report other positions."""
    found = re.findall(r"^xml2dict: (?:([^:\n]*):(\d+):\d+)?(.*)$", errors, re.MULTILINE)
    return [(name, line, "" if name in REPORTED_DIFFERENTLY else re.sub(r"(opened at \d+):\d+", r"\1", text)) for name, line, text in found]


def started(command, *words):
    return subprocess.Popen([command.path, *words], env=command.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def trickle(command, document, size):
    """A document in chunks of a size, through a pipe."""
    with started(command, "-c") as child:
        for start in range(0, len(document), size):
            os.write(child.stdin.fileno(), document[start : start + size])
        output, errors = child.communicate(timeout=300)
    return child.returncode, output, messages(errors.decode("utf-8", "replace"))


def live(command):
    """The number of ten records that arrive before a later byte is sent."""
    count = 0
    with started(command, "--records", "i") as child:
        child.stdin.write(b"<r>")
        for number in range(10):
            child.stdin.write(b"<i>%d" % number)
            child.stdin.flush()
            child.stdin.write(b"</i>")
            child.stdin.flush()
            if select.select([child.stdout], [], [], 10)[0]:
                count += os.read(child.stdout.fileno(), 1000).count(b"\n")
        child.stdin.write(b"</r>")
        child.communicate()
    return count


def results(command, names):
    """The results of the command for all documents, by name."""
    for options in OPTIONS:
        # All documents in one run: the messages have their names, and the output is in their order.
        run = command.run("-c", *options, *names)
        words = " ".join(options)
        yield f"{words} output", run.out.splitlines()
        yield f"{words} messages", messages(run.err)
        yield f"{words} status", run.status
    for name in names:
        if name.startswith("fault-"):
            run = command.run("-c", name)
            yield name, (run.status, run.out, messages(run.err))
    long = b"x" * 3_000_000
    for name, document in {
        "comment": b"<a><!--" + long + b"--></a>", "attribute": b"<a b='" + long + b"'/>", "instruction": b"<a><?p " + long + b"?></a>",
        "text": b"<a>" + long + b"</a>", "unfinished": b"<a b='" + long, "CDATA": b"<a><![CDATA[" + long + b"]]></a>",
    }.items():
        yield f"a long {name} in small pieces", trickle(command, document, 4096)
    for name in ("donut.xml", "multi-byte.xml", "utf-16.xml"):
        yield f"{name} in single bytes", trickle(command, (ROOT / "Tests/EndToEndTests/Fixtures" / name).read_bytes()[:4000], 1)
    yield "records at once", live(command)


def main(path, folders):
    with tempfile.TemporaryDirectory() as work:
        commands = [with_version(os.path.abspath(path), pathlib.Path(work), folder) for folder in [None, *folders]]
        names = [commands[0].write(name, document) for name, document in documents()]
        versions = [command.run("--version").out.decode().strip() for command in commands]
        expected = dict(results(commands[0], names))
        wrong = 0
        if expected["records at once"] != 10:
            print("with the system's version, records do not come at once")
            wrong += 1
        for command, version in zip(commands[1:], versions[1:]):
            found = 0
            for name, other in results(command, names):
                ours = expected[name]
                if ours == other:
                    continue
                found += 1
                print(f"{version}: {name} differs; repeat: LD_LIBRARY_PATH={command.environment['LD_LIBRARY_PATH']} xml2dict -c")
                if isinstance(ours, list):
                    changes = [pair for pair in zip(ours, other) if pair[0] != pair[1]]
                    print(f"  {len(ours)} and {len(other)} lines; {len(changes)} differ")
                    ours, other = changes[0] if changes else ("", "")
                print(f"  {str(ours)[:400]}\n  {str(other)[:400]}")
            print(f"{version}: {len(names)} documents, {len(OPTIONS)} sets of options, {found} differences from {versions[0]}")
            wrong += found
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
