"""Compares xml2dict with several versions of libexpat: see README.md.

    python3 versions.py COMMAND FOLDER...

Each folder has a libexpat.so.1; what the command does with each is what it does with the system's, or that is told and the exit
status is 1.
"""

import os
import pathlib
import random
import re
import select
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

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

FAULTS = [
    b"", b" ", b"<a/>", b"<a/><b/>", b"<a></b>", b"<a", b"<a>", b"text", b"<a/>text", b" <?xml version='1.0'?><a/>", b"<a b='1' b='2'/>",
    b"<a>&</a>", b"<a>&lt</a>", b"<a>&x;</a>", b"<a b='&x;'/>", b"<!DOCTYPE a SYSTEM 'a.dtd'><a>&x;</a>", b"<a b='<'/>", b"<a b=1/>",
    b"<a>]]></a>", b"<a><!-- -- --></a>", b"<a>&#0;</a>", b"<a>&#xD800;</a>", b"<a>&#x110000;</a>", b"<a>&#99999999999;</a>",
    b"<!DOCTYPE a SYSTEM 'a.dtd' [%x;]><a b='1&x;2'/>", b"<!DOCTYPE a [<!ENTITY x SYSTEM 'file'>]><a>&x;</a>",
    b"<!DOCTYPE a [<!ENTITY x SYSTEM 'file'>]><a b='&x;'/>", b"<!DOCTYPE a [<!ENTITY x '&y;'><!ENTITY y '&x;'>]><a>&x;</a>",
    b"<!DOCTYPE a [<!ENTITY x '&x;'>]><a b='&x;'/>", b"<!DOCTYPE a [<!ENTITY x '<b>'>]><a>&x;</b></a>",
    b"<!DOCTYPE a [<!ENTITY x '</a>'>]><a>&x;", b"<!DOCTYPE a [<!ENTITY % x '<!ENTITY y \"z\">'>%x;]><a>&y;</a>",
    b"<!DOCTYPE a [<!ENTITY % x '%x;'>%x;]><a/>", b"<!DOCTYPE a [<!ENTITY % x SYSTEM 'f'>%x;<!ENTITY y 'z'>]><a>&y;</a>",
    b"<!DOCTYPE a [<![IGNORE[x]]>]><a/>", b"<!DOCTYPE a [<!NOTATION n SYSTEM 'n'><!ENTITY x SYSTEM 'f' NDATA n>]><a>&x;</a>",
    b"<!DOCTYPE a [<!ENTITY x 'a'><!ENTITY x 'b'>]><a>&x;</a>", b"<a xmlns:b=''/>", b"<b:a/>", b"<a xmlns:xml='x'/>", b"<a xmlns:xmlns='x'/>",
    b"<a xmlns='http://www.w3.org/2000/xmlns/'/>", b"<a:b:c/>", b"<a xmlns:b='u' xmlns:c='u' b:d='' c:d=''/>", b"<?xml version='1.1'?><a/>",
    b"<?xml version='2.0'?><a/>", b"<?xml version='1.0' standalone='yes'?><!DOCTYPE a SYSTEM 'x'><a>&b;</a>", b"<?xml?><a/>",
    b"<?xml version='1.0' encoding='x-none'?><a/>", b"<?xml version='1.0' encoding='UTF-16'?><a/>", b"\xff\xfe<\0a\0/\0>\0",
    b"<?xml version='1.0' encoding='ISO-8859-1'?><\xe9>\x80</\xe9>", b"<?xml version='1.0' encoding='Shift_JIS'?><a>\x83\x5c</a>",
    b"\xef\xbb\xbf<a/>", b"\xef\xbb\xbf\xef\xbb\xbf<a/>", b"\xef\xbb\xbf", b"\xef\xbb", b"<", b"<!", b"<?", b"<![", b"<!DOCTYPE", b"<a><!", b"&",
    "<\u0531/>".encode(), "<a\u0300/>".encode(), "<\U00010000/>".encode(), b"<a>\r\n\r\n\n\r</a>", b"<a b='\r\n\t '/>",
    b"<a>" * 1000 + b"</a>" * 1000, b"<a>" * 1001 + b"</a>" * 1001, b"<a>" * 30000,
    b"<!DOCTYPE a [<!ENTITY a0 'ha'>" + b"".join(b"<!ENTITY a%d '%s'>" % (i, b"&a%d;" % (i - 1) * 10) for i in range(1, 9)) + b"]><a>&a8;</a>",
    b"<!DOCTYPE a [<!ENTITY a0 'ha'>" + b"".join(b"<!ENTITY a%d '&a%d;'>" % (i, i - 1) for i in range(1, 40)) + b"]><a>&a39;</a>",
    b"<!DOCTYPE a [<!ENTITY x '" + b"y" * 60000 + b"'>]><a>" + b"&x;" * 3000 + b"</a>",
    # Elements in the text of entities: records, and references in attributes that nothing stands for.
    b"<!DOCTYPE r [<!ENTITY e '<i>1</i><i>2</i>'>]><r>&e;&e;<i>3</i>&e;</r>",
    b"<!DOCTYPE r [<!ENTITY e '<i>1</i><i>2</i>'><!ENTITY f '&e;<i>x</i>&e;'>]><r>&f;<b/>&f;<i>3</i><c>&e;</c></r>",
    b"<!DOCTYPE r [<!ENTITY e '<i>1</i><i>2</i>'><!ENTITY f '&e;<i>x</i>&e;'><!ENTITY g '&f;'>]><r>&g;&g;&g;</r>",
    b"<!DOCTYPE r [<!ENTITY e '<i>1</i></i>'>]><r>&e;</r>", b"<!DOCTYPE r [<!ENTITY e '<i>1</i>&'>]><r>&e;</r>",
    b"<!DOCTYPE r SYSTEM 'x' [<!ENTITY e '<i a=\"1&nbsp;2\"/>'>]><r>&e;</r>",
    b"<!DOCTYPE r SYSTEM 'x' [<!ENTITY e '<i a=\"1&nbsp;2\"/>'>]><r>&e; &e;<b/></r>",
    b"<!DOCTYPE r SYSTEM 'x' [<!ENTITY e '<i a=\"1&nbsp;2\"/>'><!ENTITY f '<c>&e;</c>'>]><r>&f;<b a='1'/></r>",
    b"<!DOCTYPE r SYSTEM 'x' [<!ENTITY e '1&nbsp;2'><!ENTITY f '<c a=\"&e;\"/>'>]><r>&f;<b a='1'/></r>",
    b"<!DOCTYPE r SYSTEM 'x' [<!ENTITY e '1&nbsp;2'>]><r a='&e;'/>", b"<!DOCTYPE r SYSTEM 'x' [<!ENTITY e '1&nbsp;2'>]><r>&e;</r>",
    b"<!DOCTYPE r SYSTEM 'x' [<!ENTITY e '1'><!ATTLIST r a CDATA '&e;&nbsp;'>]><r/>",
    b"<!DOCTYPE r SYSTEM 'x' [<!ENTITY % p '<!ATTLIST r a CDATA \"&nbsp;\">'>%p;]><r/>",
    b"<!DOCTYPE r [<!ENTITY x SYSTEM 'f'><!ENTITY e '&x;'>]><r>&e;</r>", b"<!DOCTYPE r [<!ENTITY e '&x;'>]><r>&e;</r>",
    b"<!DOCTYPE r [<!ENTITY x SYSTEM 'f'><!ENTITY e '<i>&x;</i>'><!ENTITY f '&e;'>]><r>&lt;&f;</r>",
    b"<!DOCTYPE r [<!ENTITY e '<i a=\"&x;\"/>'>]><r>&e;</r>", b"<!DOCTYPE r SYSTEM 'x' [<!ENTITY e '&x;'>]><r>&e;</r>",
    b"<!DOCTYPE r [<!ENTITY e '<i>1</i>'>]><r>&e;\x01</r>", b"<!DOCTYPE r [<!ENTITY e '1'>]><r>&e;&#0;</r>", b"<!DOCTYPE r [<!ENTITY e '1'>]><r>&e;</x>",
    b"<!DOCTYPE r [<!ENTITY e '1'>]><r>&e;&x;</r>", b"<!DOCTYPE r [<!ENTITY e '<i a=\"&f;\"/>'><!ENTITY f 'z'>]><r b='&f;'>&e;<i a='&f;'/></r>",
    b"<!DOCTYPE r [<!ENTITY % p SYSTEM 'y'>%p;<!ENTITY e '<i a=\"&nope;\"/>'>]><r>&e;</r>",
    b"<a " + b" ".join(b"b%d='%d'" % (i, i) for i in range(3000)) + b"/>", b"<a>" + b"<b/>" * 50000 + b"</a>",
]

OPTIONS = [
    [], ["--convention", "badgerfish"], ["--convention", "jsonml"], ["--records", "*"], ["--records", "i"], ["--namespaces", "expand"], ["--entities", "forbid"],
    ["--entities", "html"],
    ["--comment-key", "c", "--pi-key", "p", "--doctype-key", "d", "--cdata-key", "x", "--xml-declaration", "keep"],
]


def documents():
    """The documents, each with a name."""
    for folder in ("Tests/EndToEndTests/Fixtures", "Examples", "Benchmarks"):
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


def environment(folder):
    variables = dict(os.environ, LC_ALL="C")
    variables.pop("LD_LIBRARY_PATH", None)
    if folder:
        variables["LD_LIBRARY_PATH"] = os.path.abspath(folder)
    return variables


def run(command, folder, arguments, **more):
    result = subprocess.run([command, *arguments], env=environment(folder), capture_output=True, timeout=300, **more)
    return result.returncode, result.stdout, result.stderr


def trickle(command, folder, document, size):
    """A document in pieces of a size, through a pipe."""
    with subprocess.Popen([command, "-c"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(folder)) as child:
        for start in range(0, len(document), size):
            os.write(child.stdin.fileno(), document[start : start + size])
        output, errors = child.communicate(timeout=300)
    return child.returncode, output, messages(errors)


def live(command, folder):
    """How many of ten records have come before anything behind each was sent."""
    count = 0
    with subprocess.Popen([command, "--records", "i"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(folder)) as child:
        child.stdin.write(b"<r>")
        for number in range(10):
            child.stdin.write(b"<i>%d" % number)
            child.stdin.flush()
            child.stdin.write(b"</i>")
            child.stdin.flush()
            if select.select([child.stdout], [], [], 10)[0]:
                count += os.read(child.stdout.fileno(), 1000).count(b"\n")
        child.stdin.write(b"</r>")
        child.stdin.close()
        child.stdout.read()
    return count


# Documents that are wrong in two ways at one place, of which the versions name different ones.
NAMED_DIFFERENTLY = {
    b"changed-272": "an ill-formed character where none can stand: before 2.4.5, the rest of it is not at hand",
    b"changed-533": "the text of an entity is wrong, and an ill-formed character stands behind the reference, where 2.7 is by then",
}


def messages(errors):
    """What is said, without the columns and the excerpts: in entities, versions tell other places."""
    found = re.findall(rb"^xml2dict: (?:([^:\n]*):(\d+):\d+)?(.*)$", errors, re.MULTILINE)
    return [
        (name, line, b"" if name in NAMED_DIFFERENTLY else re.sub(rb"(opened at \d+):\d+", rb"\1", text))
        for name, line, text in found
    ]


def results(command, folder, names):
    """What the command does with everything, by name."""
    for options in OPTIONS:
        # All documents in one go: the messages have their names, and the output is in their order.
        status, output, errors = run(command, folder, ["-c", *options, *names])
        words = " ".join(options)
        yield f"{words} output", output.splitlines()
        yield f"{words} messages", messages(errors)
        yield f"{words} status", status
    for name in names:
        if name.startswith("fault-"):
            status, output, errors = run(command, folder, ["-c", name])
            yield name, (status, output, messages(errors))
    long = b"x" * 3_000_000
    for name, document in {
        "comment": b"<a><!--" + long + b"--></a>", "attribute": b"<a b='" + long + b"'/>", "instruction": b"<a><?p " + long + b"?></a>",
        "text": b"<a>" + long + b"</a>", "unfinished": b"<a b='" + long, "CDATA": b"<a><![CDATA[" + long + b"]]></a>",
    }.items():
        yield f"a long {name} in small pieces", trickle(command, folder, document, 4096)
    for name in ("donut.xml", "multi-byte.xml", "utf-16.xml"):
        document = next(ROOT.glob(f"Tests/EndToEndTests/Fixtures/{name}")).read_bytes()
        yield f"{name} in single bytes", trickle(command, folder, document[:4000], 1)
    yield "records at once", live(command, folder)


def main(command, folders):
    command = os.path.abspath(command)
    folders = [os.path.abspath(folder) for folder in folders]
    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        names = []
        for name, document in documents():
            pathlib.Path(name).write_bytes(document)
            names.append(name)
        versions = [run(command, folder, ["--version"])[1].decode().strip() for folder in [None, *folders]]
        expected = list(results(command, None, names))
        wrong = 0
        if dict(expected)["records at once"] != 10:
            print("with the system's version, records do not come at once")
            wrong += 1
        for folder, version in zip(folders, versions[1:]):
            found = 0
            for (name, ours), (_, other) in zip(expected, results(command, folder, names)):
                if ours == other:
                    continue
                found += 1
                print(f"{version}: {name} differs")
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
