#!/usr/bin/env python3
"""Has a release build of the command load XML Schemas that are made to take much time or memory, in three sizes.

    Tests/Attacks/schemas.py [COMMAND]

Each takes at most 2 s of processor time and 256 MiB, and is read, or refused with status 65 and a reason. The time of a
schema that is read at most triples when its size doubles. So does the length of its description, in each format, which
some have too. COMMAND is the release build by default.

Exit status: 0 when all schemas have the expected outcome; 1 when some do not, and they are listed.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from attacks import MOST_MEMORY, MOST_SECONDS, ROOT, stop_runaways

START = '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"'
ROOT_ELEMENT = '<xs:element name="r"/></xs:schema>'
# Below this time, the start of the process dominates.
SHORTEST = 0.2


def each(count, text):
    return "".join(text.replace("#", str(number)) for number in range(count))


def copies(size):
    """Schemas of a WSDL, each of which takes over a schema without a namespace."""
    inner = each(size // 4, f'{START} targetNamespace="urn:#"><xs:include schemaLocation="part.xsd"/></xs:schema>')
    return {
        "d.xml": '<e0 xmlns="urn:0"/>',
        "s.xsd": f'<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"><types>{inner}</types></definitions>',
        "part.xsd": START + ">" + each(size, '<xs:element name="e#"/>') + "</xs:schema>",
    }


def wildcards(size):
    """Groups of attributes, each of which excludes one more namespace."""
    names = each(size, '<xs:attributeGroup name="g#"><xs:anyAttribute namespace="##any"/></xs:attributeGroup>')
    groups = each(size, '<xs:attributeGroup ref="g#"/>')
    return {"s.xsd": f'{START}>{names}<xs:complexType name="T">{groups}</xs:complexType>{ROOT_ELEMENT}'}


def imports(size):
    """Imports of URLs, whose declarations are used."""
    rows = each(size, '<xs:import namespace="urn:#" schemaLocation="http://example.com/#.xsd"/>')
    uses = each(size, '<xs:element name="e#" type="n:T" xmlns:n="urn:#"/>')
    return {"s.xsd": f"{START}>{rows}{uses}{ROOT_ELEMENT}"}


def heads(size):
    """Heads of substitution groups, each of which is a member of the one before and blocks its own members."""
    elements = each(size, '<xs:element name="e#" substitutionGroup="h#" block="substitution"/>')
    chain = "".join(f'<xs:element name="h{n}" substitutionGroup="h{n - 1}"/>' for n in range(1, size))
    return {"s.xsd": f'{START}><xs:element name="h0" type="xs:int"/>{chain}{elements}{ROOT_ELEMENT}'}


def pipe(size):
    """An include of a pipe that nothing writes to."""
    return {"s.xsd": START + ">" + each(size, '<xs:include schemaLocation="pipe"/>') + ROOT_ELEMENT}


def shared(size):
    """Elements of a choice, each of which has one group."""
    group = each(size, '<xs:element name="e#" type="xs:string"/>')
    elements = each(size, '<xs:element name="t#"><xs:complexType><xs:group ref="g"/></xs:complexType></xs:element>')
    root = f'<xs:element name="r"><xs:complexType><xs:choice>{elements}</xs:choice></xs:complexType></xs:element></xs:schema>'
    return {"s.xsd": f'{START}><xs:group name="g"><xs:choice>{group}</xs:choice></xs:group>{root}'}


def extensions(size):
    """Types, each of which extends the one before by an element."""
    base = '<xs:complexType name="T0"><xs:sequence><xs:element name="e0"/></xs:sequence></xs:complexType>'
    types = "".join(
        f'<xs:complexType name="T{n}"><xs:complexContent><xs:extension base="T{n - 1}"><xs:sequence>'
        f'<xs:element name="e{n}"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>'
        for n in range(1, size)
    )
    elements = each(size, '<xs:element name="t#" type="T#"/>')
    root = f'<xs:element name="r"><xs:complexType><xs:choice>{elements}</xs:choice></xs:complexType></xs:element></xs:schema>'
    return {"s.xsd": f"{START}>{base}{types}{root}"}


FORMATS = ("table", "json-schema", "swift", "html")
SERIES = {copies: 800, wildcards: 2_000, imports: 1_000, heads: 2_000, pipe: 100, shared: 250, extensions: 250}
DESCRIBED = (shared, extensions)


def run(command, argument, folder):
    """The status, the messages, the length of the output, the seconds and the memory of one run."""
    with (folder / "errors").open("wb") as errors, (folder / "output").open("wb") as output:
        child = subprocess.Popen(
            [command, "--shape", "s.xsd", argument], cwd=folder, stdin=subprocess.DEVNULL,
            stdout=output, stderr=errors, preexec_fn=stop_runaways
        )
        _, ending, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(ending)
    memory = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    length = (folder / "output").stat().st_size
    return child.returncode, (folder / "errors").read_text(), length, usage.ru_utime + usage.ru_stime, memory


def main():
    command = str(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / ".build/release/xml2dict").resolve())
    runs = [(make, argument) for make in SERIES for argument in ("d.xml", *(f"--describe={format}" for format in FORMATS))
            if argument == "d.xml" or make in DESCRIBED]
    faults = 0
    for make, argument in runs:
        before = longest = None
        for size in (SERIES[make], 2 * SERIES[make], 4 * SERIES[make]):
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                os.mkfifo(folder / "pipe")
                for file, text in {"d.xml": "<r/>", **make(size)}.items():
                    (folder / file).write_text(text)
                status, messages, length, seconds, memory = run(command, argument, folder)
            print(f"{make.__name__:10} {argument:22} {size:6}: status {status}, {seconds:.2f} s, {memory >> 20} MiB, {length} bytes")
            is_fast = seconds < MOST_SECONDS and (before is None or seconds < SHORTEST or seconds <= 3 * before)
            if status not in (0, 65) or (status == 65) != ("xml2dict: --shape: " in messages or "error" in messages):
                print(f"    {messages[:300]}")
                faults += 1
            elif not is_fast or memory >= MOST_MEMORY:
                print("    too slow, or too much memory")
                faults += 1
            elif longest is not None and length > 3 * longest:
                print("    too long")
                faults += 1
            before, longest = (seconds, length) if status == 0 else (None, None)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
