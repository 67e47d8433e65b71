"""The mistakes that change nothing that a user can see."""

# The reason, by the file and the text of the line.
HARMLESS: dict[tuple[str, str], str] = {
    (
        "Sources/XML2Dict/Building/ValueBuilder+Recovery.swift",
        "pending.count = 0",
    ): "a record stores the index of its first entry",
    (
        "Sources/XML2Dict/Decoding/ElementDecoder.swift",
        "texts.reserveCapacity(entry.length)",
    ): "it only reserves memory",
    (
        "Sources/XML2Dict/Parser/ExpatParser.swift",
        "return (version.major, version.minor, version.micro) >= (2, 4, 5)",
    ): "only with an older libexpat: Scripts/expat-versions",
    (
        "Sources/XML2Dict/Parts/PartCutter.swift",
        "var context = 64 * 1024",
    ): "a size: one thread reads the same",
    (
        "Sources/CommandLineTool/Files/InputForwarder.swift",
        "var files = [pollfd(fd: source, events: Int16(POLLIN), revents: 0), pollfd(fd: target, events: 0, revents: 0)]",
    ): "the write end of a pipe is never readable",
    (
        "Sources/CommandLineTool/Running/Conversion+XML.swift",
        "return false",
    ): "an earlier step has checked the flags",
}
