"""The titles of tests and trials, and the promises that they name."""

from __future__ import annotations

import re
from collections import Counter

from form_checks.sources import texts
from project import ROOT, line_number

PROMISE = r"[A-Z]{2,}(?:-[A-Z]+)*"
MOST_WORDS = 12
TESTS, CASES, TRIALS = "Tests/**/*.swift", "Tests/EndToEndTests/Cases/**/*.txt", "Stress/**/*.swift"
# The titles in each kind of file.
TITLES = {
    TESTS: re.compile(r'@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"'),
    CASES: re.compile(r"\A# (.*)"),
    TRIALS: re.compile(r'\bTrial\(\s*"((?:[^"\\]|\\.)*)"'),
}


def titles_in(pattern: str) -> list[tuple[str, str]]:
    """The titles in the files of a pattern, each with its file and line."""
    return [
        (f"{name}:{line_number(text, match.start(1))}", match[1])
        for name, text in texts(pattern).items()
        for match in TITLES[pattern].finditer(text)
    ]


def promise_errors() -> list[str]:
    """The promises without a test or a trial, and the names of tests and trials that SECURITY.md lacks."""
    promised = re.findall(rf"^\| ({PROMISE}) \|", (ROOT / "SECURITY.md").read_text(encoding="utf-8"), re.MULTILINE)
    found = []
    for kind, files in ("test", TESTS), ("trial", TRIALS):
        names = [title[1] for title in (re.match(rf"({PROMISE}): ", title) for _, title in titles_in(files)) if title]
        # The function `limit` makes trials for several promises.
        names += re.findall(rf'\blimit\("({PROMISE})",', "\n".join(texts(files).values()))
        counts = Counter(names)
        print(f"promises, by {kind}:", ", ".join(f"{name} {counts[name]}" for name in promised))
        found += [f"no {kind} is named after {name}" for name in promised if not counts[name]]
        others = sorted({*names} - {*promised})
        found += [f"SECURITY.md does not promise {name}, which a {kind} is named after" for name in others]
    return found


def title_errors() -> list[str]:
    """The titles with too many words."""
    every = [title for pattern in TITLES for title in titles_in(pattern)]
    print(f"titles: {len(every)} of tests, suites, cases and trials")
    prefix = re.compile(rf"^(?:{PROMISE}|\\\(promise\)): ")
    counted = [(position, title, len(prefix.sub("", title).split())) for position, title in every]
    return [
        f"{position}: {words} words, of at most {MOST_WORDS}: {title}" for position, title, words in counted if words > MOST_WORDS
    ]
