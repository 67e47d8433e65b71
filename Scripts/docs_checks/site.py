"""The site that docc builds of the documentation."""

from __future__ import annotations

import json
from pathlib import Path

from docs_checks.markdown import FOLDER, MODULES
from docs_checks.symbols import Symbols
from project import ROOT, run


def ungrouped(archive: Path) -> list[str]:
    """The symbols that are in no group of a page that groups symbols."""
    found = []
    for page in sorted(archive.glob("data/documentation/**/*.json")):
        sections = json.loads(page.read_text(encoding="utf-8")).get("topicSections", [])
        generated = [section for section in sections if section.get("generated")]
        for section in generated if len(generated) < len(sections) else []:
            if section.get("title") not in ("Default Implementations", "Extended Modules"):
                found += section["identifiers"]
    return found


def build_site(docc: str, symbols: Symbols) -> int:
    """Builds the site. Returns the number of errors."""
    archives: list[Path] = []
    errors = 0
    for module in MODULES:
        archive = FOLDER / f"{module}.doccarchive"
        command = [docc, "convert", ROOT / "Sources" / module / f"{module}.docc", "--warnings-as-errors"]
        command += ["--additional-symbol-graph-dir", symbols.folders[module], "--output-path", archive]
        command += ["--fallback-display-name", module, "--fallback-bundle-identifier", module]
        command += ["--fallback-default-module-kind", "Module", "--enable-experimental-external-link-support"]
        run(command + [word for dependency in archives for word in ("--dependency", dependency)])
        archives.append(archive)
        for symbol in ungrouped(archive):
            errors += 1
            print(f"{module}: {symbol} is in no group of a page that groups symbols")
    site = FOLDER / "site"
    run([docc, "merge", *archives, "--synthesized-landing-page-name", "xml2dict", "--output-path", site])
    print(f"site: {len(list(site.glob('data/documentation/**/*.json')))} pages in {site.relative_to(ROOT)}")
    return errors
