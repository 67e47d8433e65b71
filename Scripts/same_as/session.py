"""Runs both commands on each command line, and compares their results."""

from __future__ import annotations

import itertools
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from project import ROOT
from same_as.command_lines import Drawing, Outcome
from same_as.flags import Flag
from same_as.inputs import Documents
from same_as.intended import INTENDED

WORK = ROOT / ".build/same-as"
# Counts below these are too small for a verdict on shares and on single flags.
COUNT_FOR_SHARES, COUNT_FOR_FLAGS = 100, 3000


@dataclass
class Session:
    """The material for command lines, and the counts of their results."""

    # Holds the documents, the command lines and a copy of the command, which a later build does not replace.
    folder: Path
    base: Path
    current: Path
    seed: str
    documents: Documents
    flags: dict[str, Flag]
    # The monotonic time after which no command line is drawn.
    end: float
    statuses: Counter[int] = field(default_factory=Counter)
    successes: Counter[str] = field(default_factory=Counter)
    success_count: int = 0
    intended: Counter[str] = field(default_factory=Counter)

    def run(self, number: int) -> str | None:
        """Draws a command line, runs both commands, and describes their difference."""
        if time.monotonic() > self.end:
            return None
        drawing = Drawing(self, number)
        for _ in range(12):
            run = drawing.draw()
            old = drawing.run_earlier(run)
            # The messages of some refusals are compared.
            if old.status != 64 or drawing.random.random() < 0.02:
                break
        new = run.with_command(self.current, drawing.folder / "run")
        self.statuses[old.status] += 1
        if old.status == 0 and (old.output or old.file):
            self.success_count += 1
            self.successes.update({each[2:].partition("=")[0] for each in run.arguments if each.startswith("--")})
        reasons = [reason for reason, explains in INTENDED.items() if old != new and explains(run.arguments, old, new)]
        self.intended.update(reasons[:1])
        if old != new and not reasons:
            source = f" <{shlex.quote(str(run.standard_input))}" if run.standard_input else ""
            return f"{number}: {shlex.join([str(self.current), *run.arguments])}{source}\n{first_differences(old, new)}"
        shutil.rmtree(drawing.folder)
        return None

    def report(self) -> list[str]:
        """Prints the counts; returns the reasons why the comparison proves little."""
        count = max(1, self.statuses.total())
        shares = ", ".join(f"{status}: {100 * n / count:.1f} %" for status, n in sorted(self.statuses.items()))
        share = 100 * self.success_count / count
        print(f"{count} command lines, seed {self.seed}; by status {shares}; with output {share:.1f} %")
        for reason in INTENDED:
            print(f"intended, {self.intended[reason]} times: {reason}")
        weak = []
        if count >= COUNT_FOR_SHARES and share < 60:
            weak.append("fewer than 60 % of the command lines succeed with output")
        if count < COUNT_FOR_FLAGS:
            return weak
        rare = [name for name in self.flags if self.successes[name] < 20 * count / COUNT_FOR_FLAGS]
        weak += [f"--{name} succeeds only {self.successes[name]} times" for name in rare]
        # Other seeds may draw no command line for a rare difference.
        unmet = [reason for reason in INTENDED if not self.intended[reason]] if self.seed == "1" else []
        return weak + [f"an intended difference matches nothing: {reason}" for reason in unmet]


def first_differences(old: Outcome, new: Outcome) -> str:
    """The first differing line of status, output, messages and file."""
    lines = []
    for name in ("status", "output", "messages", "file"):
        pairs = itertools.zip_longest(*(repr(getattr(each, name)).split(r"\n") for each in (old, new)), fillvalue="")
        for number, (one, two) in ((number, pair) for number, pair in enumerate(pairs, 1) if pair[0] != pair[1]):
            lines += [f"  - {name}:{number}: {one[:300]}", f"  + {name}:{number}: {two[:300]}"]
            break
    return "\n".join(lines)


def build_base(commit: str) -> Path | None:
    """Builds the command of a commit in a work tree, once. Returns `None` if this clone lacks the commit."""

    def git(*arguments: object, **options: bool) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["git", *map(str, arguments)], cwd=ROOT, text=True, **options)

    found = git("rev-parse", "--verify", f"{commit}^{{commit}}", capture_output=True)
    if found.returncode != 0:
        return None
    command = WORK / f"xml2dict-{found.stdout[:12]}"
    if not command.exists():
        tree = WORK / "tree"
        git("worktree", "remove", "--force", tree, capture_output=True)
        git("worktree", "add", "--detach", "--force", tree, commit, check=True)
        environment = {**os.environ, "SWIFTPM_BUILD_DIR": str(tree / ".build")}
        build = ["swift", "build", "-c", "release", "--product", "xml2dict"]
        subprocess.run(build, cwd=tree, env=environment, stdout=sys.stderr, check=True)
        shutil.copy2(tree / ".build/release/xml2dict", command)
        git("worktree", "remove", "--force", tree, check=True)
    return command
