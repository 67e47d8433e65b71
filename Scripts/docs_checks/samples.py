"""The Swift samples: all of them compile as one program, and the samples of articles print their expected output."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from docs_checks import given
from docs_checks.markdown import ARTICLES, FOLDER, MODULES, README, Block, blocks_in, blocks_of, copy_examples, write_files
from docs_checks.symbols import Symbols
from project import outcome, run

PRINTS = re.compile(r'// Prints "(.*)"')
IMPORT = re.compile(r"^#if canImport\(\w+\)\n +import \w+\n#endif$|^import \w+$", re.MULTILINE)
TOP_LEVEL_LOOP = re.compile(r"^for (try )?await\b", re.MULTILINE)
# The program prints this before the output of each sample.
SEPARATOR = "\x01"


def imports(code: str) -> str:
    """The imports of a sample."""
    return "".join(found + "\n" for found in IMPORT.findall(code))


def without_imports(code: str) -> str:
    """A sample without its imports, which a function cannot contain. Its lines keep their numbers."""
    return IMPORT.sub(lambda found: "\n" * found[0].count("\n"), code)


def program(samples: list[Block], name: str) -> str:
    """Writes samples as one function. Each is in the scope of the ones before it, with the imports of all of them."""
    text = "".join(imports(sample.code) for sample in samples) + f"func {name}(_ isRun: Bool) async throws {{\n"
    for number, sample in enumerate(samples):
        path, _, line = sample.position.rpartition(":")
        # The compiler reports errors at the position of the sample.
        code = f'#sourceLocation(file: "{path}", line: {line})\n{without_imports(sample.code)}\n#sourceLocation()\n'
        text += f'print("\\u{{1}}{number}")\ndo {{\n{sample.given}'
        text += code if sample.mark is None else f"if isRun {{\n{code}}}\n"
    return text + "}\n" * (len(samples) + 1)


def comment_program(symbols: Symbols) -> str:
    """Writes each sample of a documentation comment as a function."""
    text = given.IMPORTS + given.TYPES
    for symbol in (symbol for module in MODULES for symbol in symbols.of(module)):
        comment = "\n".join(line["text"] for line in symbol.get("docComment", {}).get("lines", []))
        for block in blocks_of(comment, ".".join(symbol["pathComponents"])):
            if block.kind == "swift":
                code = without_imports(block.code) + "\n"
                if not code.startswith("extension "):
                    code = f"func comment{text.count('// Sample')}({given.PARAMETERS}) async throws {{\n{code}}}\n"
                text += f"// Sample of {block.position}\n{code}"
    return text


def compile_samples(articles: list[list[Block]], symbols: Symbols, binaries: Path) -> Path:
    """Compiles all samples into one program, whose argument is the index of an article."""
    folder = FOLDER / "samples"
    folder.mkdir(parents=True)
    comments = comment_program(symbols)
    print(f"samples: {comments.count('// Sample')} of comments")
    programs = {"Comments": comments}
    for number, samples in enumerate(articles):
        programs[f"article{number}"] = program(samples, f"article{number}")
        # The samples before an import must compile without it.
        for index in (index for index in range(1, len(samples)) if imports(samples[index].code)):
            programs[f"article{number}Before{index}"] = program(samples[:index], f"article{number}Before{index}")
    functions = ", ".join(f"article{number}" for number in range(len(articles)))
    programs["main"] = f"{given.IMPORTS}try await [{functions}][Int(CommandLine.arguments[1])!](false)\n"
    for name, text in programs.items():
        (folder / f"{name}.swift").write_text(text, encoding="utf-8")
    command = ["swiftc", "-swift-version", "6", "-suppress-warnings", "-module-name", "Samples"]
    # A member needs an import in its own file, as in a program that has one file.
    command += ["-enable-upcoming-feature", "MemberImportVisibility", *symbols.includes, "-o", folder / "samples"]
    objects = [file for module in MODULES for file in sorted((binaries / f"{module}.build").rglob("*.o"))]
    run([*command, *sorted(folder.glob("*.swift")), *objects, "-lexpat"])
    return folder / "samples"


def is_as_written(sample: Block, printed: str) -> bool:
    """Whether a sample printed its expected output. Prints both if they differ."""
    if sample.mark is not None:
        return True
    expected = sample.json or "\n".join(PRINTS.findall(sample.code))
    if expected == printed.rstrip("\n"):
        return True
    print(f"{sample.position}: it says that it prints\n{expected}\nand it prints\n{printed}")
    return False


def check_samples(symbols: Symbols, binaries: Path) -> int:
    """Checks all samples. Returns the number of errors."""
    files = [blocks_in(path) for path in [*ARTICLES, README]]
    chosen = [[block for block in blocks if block.kind == "swift" and block.mark != "not compiled"] for blocks in files]
    files, articles = zip(*((blocks, samples) for blocks, samples in zip(files, chosen) if samples))
    executable = compile_samples(articles, symbols, binaries)
    errors = passed = 0
    for number, (blocks, samples) in enumerate(zip(files, articles)):
        for sample in samples:
            if TOP_LEVEL_LOOP.search(sample.code):
                errors += 1
                print(f"{sample.position}: put the asynchronous loop into a function")
        with tempfile.TemporaryDirectory() as folder:
            copy_examples(Path(folder))
            write_files(blocks, Path(folder))
            status, printed = outcome([executable, number], Path(folder))
        outputs = printed.split(SEPARATOR)[1:]
        results = [is_as_written(sample, text.partition("\n")[2]) for sample, text in zip(samples, outputs)]
        passed += results.count(True)
        errors += results.count(False)
        if status != 0:
            errors += 1
            print(f"{samples[0].position}: the samples ended with status {status}\n{outputs[-1] if outputs else printed}")
    print(f"samples: {passed} of articles as written, {errors} not")
    return errors
