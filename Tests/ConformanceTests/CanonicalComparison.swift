import TestSupport
import Testing

/// Compares documents by their canonical forms with comments, as Python's expat and `xml.etree` make them, and by their
/// bytes.
struct CanonicalComparison {
    /// The pairs whose first document has no canonical form: an encoding or names with which Python cannot read it.
    var withoutForm: [Int] = []
    /// The pairs whose canonical forms differ.
    var differing: [Int] = []
    /// The pairs whose first document is written plainly, and those of them that do not have the same bytes.
    var plain: [Int] = []
    var otherBytes: [Int] = []

    /// Compares the files `0.a` and `0.b`, `1.a` and `1.b` and so on of a folder.
    init(of count: Int, in folder: TemporaryFolder) throws {
        let python = try #require(InstalledProgram.python)
        var child = ChildProcess(executable: python, arguments: ["-c", Self.program, Bytes("\(count)")])
        child.folder = folder
        let result = try child.run()
        try #require(result.ending == .exited(0) && result.errors.isEmpty, "\(result.errors)")
        let lines = result.output.lines.compactMap(\.text)
        // The last line is the number of pairs, so that none is skipped.
        try #require(lines.last == "\(count)")
        for line in lines.dropLast() {
            let words = line.split(separator: " "), number = try #require(Int(words[1]))
            switch words[0] {
            case "formless": withoutForm.append(number)
            case "differing": differing.append(number)
            case "plain": plain.append(number)
            default: otherBytes.append(number)
            }
        }
    }

    // A plain document is UTF-8 with line feeds, has one space before each attribute and `"` around it, no other space
    // in tags, `<b/>` for empty elements, only references that are needed, and no entities or defaults of a DTD.
    private static let program: Bytes = #"""
        import re
        import sys
        from xml.etree import ElementTree

        NAME = r"""[^\s<>/="'&?!]+"""
        ATTRIBUTE = rf' {NAME}="(?:[^<&"\n\t]|&(?:amp|lt|quot|#9|#10|#13);)*"'
        DECLARATION = re.compile(
            r'<\?xml version="1\.[0-9]+"(?: encoding="(?i:utf-8)")?(?: standalone="(?:yes|no)")?\?>'
        )
        # Of markup, the first alternative that matches is the whole part.
        PART = re.compile(
            rf"<!--.*?-->|<!\[CDATA\[.*?\]\]>|<\?{NAME}(?: \S.*?)?\?>|<!DOCTYPE [^\s\[>][^\[>]*(?:\[.*?\])?(?<!\s)>"
            rf"|(?P<start><{NAME}(?:{ATTRIBUTE})*>)|<{NAME}(?:{ATTRIBUTE})*/>|(?P<end></{NAME}>)"
            rf"|[^<&]+|&(?:amp|lt|#13);|(?<=\]\])&gt;",
            re.DOTALL,
        )

        def is_plain(document):
            try:
                text = document.decode("utf-8")
            except UnicodeDecodeError:
                return False
            if text.startswith("\ufeff") or "\r" in text or "<!ENTITY" in text or "<!ATTLIST" in text:
                return False
            part = DECLARATION.match(text)
            place = part.end() if part else 0
            if not part and text.startswith("<?xml "):
                return False
            while place < len(text):
                former, part = part, PART.match(text, place)
                if not part or former and former.re is PART and former["start"] and part["end"]:
                    return False
                place = part.end()
            return True

        for number in range(int(sys.argv[1])):
            documents = []
            for side in "ab":
                with open(f"{number}.{side}", "rb") as file:
                    documents.append(file.read())
            forms = []
            for document in documents:
                chunks = []
                parser = ElementTree.XMLParser(target=ElementTree.C14NWriterTarget(chunks.append, with_comments=True))
                try:
                    parser.feed(document)
                    parser.close()
                except (ElementTree.ParseError, LookupError, ValueError):
                    chunks = None
                forms.append(chunks and "".join(chunks))
            if forms[0] is None:
                print("formless", number)
            elif forms[0] != forms[1]:
                print("differing", number)
            if is_plain(documents[0]):
                print("plain", number)
                if documents[0] != documents[1]:
                    print("bytes", number)
        print(int(sys.argv[1]))
        """#
}
