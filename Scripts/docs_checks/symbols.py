"""The public symbols and their documentation comments."""

from __future__ import annotations

import json
from pathlib import Path

from docs_checks.markdown import FOLDER, MODULES
from project import ROOT, run


class Symbols:
    """The symbol graphs of the built modules."""

    def __init__(self, binaries: Path) -> None:
        self.folders = {module: FOLDER / "symbols" / module for module in MODULES}
        maps = sorted(ROOT.glob("Sources/*/module.modulemap"))
        # The arguments with which the compiler finds the modules.
        self.includes = [word for path in [binaries / "Modules", *(file.parent for file in maps)] for word in ("-I", path)]
        target = json.loads(run(["swift", "-print-target-info"]))["target"]["triple"]
        for module, folder in self.folders.items():
            folder.mkdir(parents=True)
            extract = ["swift", "symbolgraph-extract", "-module-name", module, "-target", target, *self.includes]
            extract += ["-minimum-access-level", "public", "-skip-synthesized-members", "-emit-extension-block-symbols"]
            run([*extract, "-output-dir", folder])

    def of(self, module: str) -> list[dict]:
        """The public symbols of the sources, without those that the compiler makes and without blocks of extensions."""
        graphs = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(self.folders[module].glob("*.json"))]
        every = [symbol for graph in graphs for symbol in graph["symbols"]]
        return [one for one in every if "location" in one and one["kind"]["identifier"] != "swift.extension"]


def check_comments(symbols: Symbols) -> int:
    """Prints the public symbols without their own documentation comment. Returns their number."""
    missing = 0
    for module in MODULES:
        for symbol in symbols.of(module):
            # A comment inherited from a protocol has the module of the protocol.
            comment = symbol.get("docComment", {})
            if comment.get("module") == module and any(line["text"].strip() for line in comment["lines"]):
                continue
            missing += 1
            path = Path(symbol["location"]["uri"].removeprefix("file://")).relative_to(ROOT)
            line = symbol["location"]["position"]["line"] + 1
            print(f"{path}:{line}: {'.'.join(symbol['pathComponents'])} has no documentation comment")
        print(f"{module}: {len(symbols.of(module))} public symbols")
    return missing
