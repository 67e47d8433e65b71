"""The mistakes that change nothing that a user can see."""

# The reason, by the file and the text of the line.
HARMLESS: dict[tuple[str, str], str] = {
    (
        "Sources/XML2Dict/Building/ValueBuilder+Recovery.swift",
        "pending.count = 0",
    ): "a record notes where its entries begin",
    (
        "Sources/XML2Dict/Decoding/ElementDecoder.swift",
        "texts.reserveCapacity(entry.length)",
    ): "it only makes room in advance",
    (
        "Sources/XML2Dict/Parser/ExpatParser.swift",
        "return (version.major, version.minor, version.micro) >= (2, 4, 5)",
    ): "only with an older libexpat: Scripts/expat-versions",
    (
        "Sources/XML2Dict/Parts/PartCutter.swift",
        "var context = 64 * 1024",
    ): "a size: one thread reads the same",
    (
        "Sources/XML2Dict/Reading/DocumentStream+Parts.swift",
        "return 1",
    ): "callers ask whether there was something",
    (
        "Sources/CommandLineTool/Files/InputForwarder.swift",
        "var files = [pollfd(fd: source, events: Int16(POLLIN), revents: 0), pollfd(fd: target, events: 0, revents: 0)]",
    ): "nobody reads the end that a pipe is written to",
    (
        "Sources/CommandLineTool/Running/Conversion+XML.swift",
        "return false",
    ): "the flags have been checked before",
}
