// Every way to read refuses contradicting options, invalid paths and unknown encodings.

import Testing
import XML2Dict

@Suite("Options that are refused")
struct OptionChecksTests {
    /// The error of options through every way to read; `nil` when any of them reads.
    private func failure(_ options: XMLOptions) -> XMLError? {
        let xml = Array("<a><b/></a>".utf8)
        let reader = XMLReader(options)
        var failures: [XMLError?] = []
        func attempt(_ body: () throws(XMLError) -> Void) {
            do throws(XMLError) {
                try body()
                failures.append(nil)
            } catch {
                failures.append(error)
            }
        }
        attempt { () throws(XMLError) in _ = try reader.read(.bytes(xml)) }
        attempt { () throws(XMLError) in _ = try reader.read(.string("<a/>")) }
        attempt { () throws(XMLError) in
            var push = try XMLPushReader(options)
            try push.feed(xml)
            _ = try push.finish()
        }
        attempt { () throws(XMLError) in
            var records = try reader.records(at: "b", in: .bytes(xml))
            _ = try records.next()
        }
        attempt { () throws(XMLError) in
            var push = try XMLPushRecords(at: "b", options)
            try push.feed(xml)
            _ = try push.next()
        }
        #expect(Set(failures).count == 1, "all ways to read agree")
        return failures.first ?? nil
    }

    @Test("The error for contradicting options names them")
    func contradictions() {
        for (options, message) in [
            (
                XMLOptions.jsonml.with { $0.attributes = .group("g") },
                "attributes cannot be grouped (attributes) where elements are arrays: there they have a place of their own"
            ),
            (
                XMLOptions().with { $0.attributes = .group("") },
                "attributes cannot be grouped under an empty key (attributes)"
            ),
            (
                XMLOptions.jsonml.with { $0.forceList = ["b"] },
                "lists cannot be forced (forceList) where elements are arrays: nothing folds there"
            ),
            (
                XMLOptions.jsonml.with { $0.forceList = ["*"] },
                "lists cannot be forced (forceList) where elements are arrays: nothing folds there"
            ),
            (
                XMLOptions.jsonml.with { $0.textSeparator = " " },
                "forced text (forceText) and separators have no meaning where elements are arrays: text is in its place"
            ),
            (
                XMLOptions.jsonml.with { $0.forceText = ["b"] },
                "forced text (forceText) and separators have no meaning where elements are arrays: text is in its place"
            ),
            (
                XMLOptions.jsonml.with { $0.nilIsNull = true },
                "null (nilIsNull) cannot replace elements where they are arrays: their names would be lost"
            ),
            (
                XMLOptions().with { $0.textKey = nil },
                "an element with only text cannot be a dictionary (textOnlyIsString, forceText) without a key for text (textKey)"
            ),
            (
                XMLOptions.parker.with { $0.forceText = ["b"] },
                "an element with only text cannot be a dictionary (textOnlyIsString, forceText) without a key for text (textKey)"
            ),
            (
                XMLOptions.parker.with { $0.doctypeKey = "d" },
                "the document type declaration (doctypeKey) has no place where the root is dropped (keepsRoot)"
            ),
            (
                XMLOptions.badgerfish.with { $0.attributes = .discard },
                "namespace declarations cannot be kept (namespaceDeclarations) where attributes are discarded (attributes)"
            ),
            (
                XMLOptions().with { $0.namespacePrefixes = ["": "p"] },
                "the empty URI (namespacePrefixes) is no namespace, and cannot get a prefix"
            ),
        ] as [(XMLOptions, String)] {
            let error = failure(options)
            #expect(error?.code == .invalidOptions, "\(message)")
            #expect(error?.words.description == message, "\(message)")
            #expect(error?.line == nil, "\(message)")
        }
    }

    @Test("A prefix that is not an NCName is refused")
    func prefixes() {
        for prefix in ["p:q", "p/q", "/p", "p q", "1", "*", "{u}p", "@p", "p:\u{301}q", "-p"] as [String] {
            let error = failure(.init().with { $0.namespacePrefixes = ["u": prefix, "v": "fine"] })
            #expect(error?.code == .invalidOptions, "\(prefix)")
            #expect(
                error?.words.description
                    == "a prefix (namespacePrefixes) has no colon, slash or space in it; it comes after its URI",
                "\(prefix)"
            )
        }
    }

    @Test("An encoding that the system lacks is refused")
    func encodings() {
        for name in [
            "", "no-such-encoding", "/", "//", "\u{E9}", "-", ".", "_", "()", "char", "wchar_t", "INTERNAL", "x", "a1",
            "x-klingon", "//TRANSLIT", String(repeating: "utf-8", count: 10_000),
        ] as [String] {
            let error = failure(.init().with { $0.encoding = name })
            #expect(error?.code == .invalidOptions, "\(name)")
            #expect(
                error?.words.description == "'\(name)' (encoding) is not a known encoding",
                "\(name)"
            )
        }
    }

    @Test("The error for an encoding suggests the nearest common name")
    func nearEncodings() {
        for (name, other) in [
            ("windows1252", "WINDOWS-1252"), ("Windows-1259", "WINDOWS-1252"), ("utf8x", "UTF-8"), ("UTF-8 ", "UTF-8"),
            ("utf_16", "UTF-16"), ("utf-36", "UTF-16"), ("iso-8859-17", "ISO-8859-1"), ("shiftjis", "SHIFT_JIS"),
            ("eucjap", "EUC-JP"), ("big55", "BIG5"),
        ] as [(String, String)] {
            let error = failure(.init().with { $0.encoding = name })
            #expect(error?.code == .invalidOptions, "\(name)")
            #expect(
                error?.words.description
                    == "'\(name)' (encoding) is not a known encoding (did you mean \(other)?)",
                "\(name)"
            )
        }
    }

    @Test("An encoding in which letters can stand for markup is refused", arguments: ["UTF-7", "utf7", "UTF-7-IMAP"])
    func hiddenMarkup(name: String) {
        let error = failure(.init().with { $0.encoding = name })
        #expect(error?.code == .invalidOptions)
        #expect(
            error?.words.description
                == "'\(name)' (encoding) is refused, because plain letters can be markup in it"
        )
    }

    private static let hint = "; paths look like channel/item, /rss/channel/item or */item"

    @Test("Every option that takes paths refuses an invalid path")
    func paths() {
        for (path, problem) in [
            ("", "a name is missing"), ("/", "it names no element; the root is /*"),
            ("a//b", "a name is missing between //; * is any name"),
            ("a b", "a name cannot contain ' '"), ("{u}", "a name is missing"), ("{ua", "a name cannot contain '{'"),
            ("{u}*", "'*' is any name in any namespace, and is written alone"),
            ("a/@b/c", "@b is an attribute, not an element"),
            ("*a", "a name cannot contain '*'"),
        ] as [(String, String)] {
            let changes: [(inout XMLOptions) -> Void] = [
                { $0.forceList = ["a", XMLPath(unchecked: path)] },
                { $0.forceText = [XMLPath(unchecked: path)] },
                { $0.select = [XMLPath(unchecked: path)] },
                { $0.skip = [XMLPath(unchecked: path)] },
                { $0.typesByPath = [XMLPath(unchecked: path): .number] },
            ]
            for change in changes {
                let error = failure(XMLOptions().with(change))
                #expect(error?.code == .invalidPath, "\(path)")
                #expect(error?.words.description == "'\(path)' is not a path: \(problem)" + Self.hint, "\(path)")
            }
        }
    }

    @Test(
        "Attribute paths work for skipping, types and selections only",
        arguments: ["@b", "a/@b", "/a/@*"]
    )
    func attributePaths(path: String) {
        let problem = "@\(path.hasSuffix("*") ? "*" : "b") is an attribute, not an element"
        for options in [
            XMLOptions().with { $0.forceList = [XMLPath(unchecked: path)] },
            XMLOptions().with { $0.forceText = [XMLPath(unchecked: path)] },
        ] {
            #expect(failure(options)?.words.description == "'\(path)' is not a path: \(problem)" + Self.hint)
        }
        #expect(failure(.init().with { $0.skip = [XMLPath(unchecked: path)] }) == nil)
        #expect(failure(.init().with { $0.typesByPath = [XMLPath(unchecked: path): .boolean] }) == nil)
    }

    @Test("The document itself has no attributes")
    func attributesOfNothing() {
        let message =
            "'/@b' is not a path: the document itself has no attributes; those of the root are at /*/@name" + Self.hint
        #expect(failure(.init().with { $0.skip = ["/@b"] })?.words.description == message)
    }

    @Test("Paths with namespaces need expanded ones")
    func expandedPaths() {
        let message =
            "'{u}b' names a namespace, and names have theirs only where namespaces are expanded (namespaces = .expand)"
        for namespaces in [XMLOptions.Namespaces.keep, .strip] {
            let error = failure(
                .init().with {
                    $0.namespaces = namespaces
                    $0.skip = ["{u}b"]
                }
            )
            #expect((error?.code, error?.words.description) == (.invalidPath, message))
        }
        do {
            _ = try XMLReader().records(at: "{u}b", in: .bytes(Array("<a/>".utf8)))
            Issue.record("an error was expected")
        } catch {
            #expect((error.code, error.words.description) == (.invalidPath, message))
        }
    }

    @Test("Records and selected elements together are refused")
    func recordsAndSelection() throws {
        let options = XMLOptions().with { $0.select = ["b"] }
        let message = "records and select cannot be given together: each says what is written"
        do {
            _ = try XMLReader(options).records(at: "b", in: .bytes(Array("<a/>".utf8)))
            Issue.record("an error was expected")
        } catch {
            #expect((error.code, error.words.description) == (.invalidOptions, message))
        }
        do {
            _ = try XMLPushRecords(at: "b", options)
            Issue.record("an error was expected")
        } catch {
            #expect((error.code, error.words.description) == (.invalidOptions, message))
        }
    }

    @Test("Every convention passes the checks of options")
    func conventions() {
        for convention in XMLOptions.Convention.allCases {
            #expect(failure(XMLOptions(convention)) == nil, "\(convention)")
        }
    }
}
