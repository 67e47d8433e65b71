import XML2Dict
import XML2DictEditing
import XML2DictWriting

extension Flag {
    static let groups: [(title: String, flags: [Flag])] = [
        ("Output", output), ("Mapping", mapping), ("Text, comments and declarations", text),
        ("Names and namespaces", names), ("Types", types), ("Writing XML", writing), ("Parts of a document", parts),
        ("Describing", describing), ("Shapes", shapes), ("Editing", editing), ("Input", input),
        ("Limits, such as 1000, 64K or 20M", limits),
        ("Other", other),
    ]

    static let all = groups.flatMap(\.flags)

    private static let output: [Flag] = [
        .path("records", \.records)
            .help(
                "Write each record on a line: an outermost element or attribute at PATH; repeatable"
            )
            .excludes(["indent", "tab"], because: "each record is one line"),
        .flag("to-xml", "x") { run, _ in run.writesXML = true }
            .help(
                "Read JSON and write XML, with the mapping flags that made the JSON; for other JSON, use --convention xmltodict"
            )
            .excludes([
                "records", "select", "on-error", "max-errors", "origin", "ancestors", "require-match", "encoding",
                "invalid", "concatenated", "sort-keys", "color", "threads", "plan", "part", "part-size", "shape",
                "missing", "on-mismatch",
            ]),
        .flag("output", "o", takes: "FILE", .file) { $0.output = $1.argument }
            .help("Write FILE; after an error, the old file stays"),
        .constant("compact", "c", sets: "XMLValue.JSONFormat.indentation", \.format.indent, .none)
            .help("Write each document on one line"),
        .flag("indent", sets: "XMLValue.JSONFormat.indentation", takes: "N") { run, value in
            let count = try value.number(0...64)
            run.format.indent = XMLValue.Indentation(spaceCount: count)
        }
        .help("Indent by N spaces; 0 is --compact", default: "2")
        .with { $0.current = { run in if case .spaces = run.format.indent { "" } else { nil } } },
        .constant("tab", sets: "XMLValue.JSONFormat.indentation", \.format.indent, .tab)
            .help("Indent by tabs")
            .ofCommand(),
        .constant("sort-keys", "S", sets: "XMLValue.JSONFormat.sortsKeys", \.format.sortsKeys, true)
            .help("Sort the keys of each object"),
        .constant("ascii", sets: "XMLValue.JSONFormat.isASCII", \.format.isASCII, true)
            .help("Write characters outside ASCII as \\uXXXX, or in XML as references")
            .ofCommand(),
        .flag("color", "C", takes: "WHEN", .words(["always", "never", "auto"]), isOptional: true) { run, value in
            run.isColored =
                value.argument == nil ? true : try value.choice(["always": true, "never": false, "auto": nil])
        }
        .help("Use color always (also without WHEN), never, or auto (on a terminal)", default: "auto"),
    ]

    private static let conventions = XMLOptions.Convention.allCases.map(\.rawValue)

    /// Returns the associated text in the source of an enum case, as a word for a shell: `'$'` for `.group("$")`.
    private static func shellWord(of name: String, in value: String) -> String? {
        let parts = value.split(separator: "\"")
        return parts.count == 3 && parts[0] == ".\(name)(" ? (parts[1] == "$" ? "'$'" : String(parts[1])) : nil
    }

    private static let mapping: [Flag] = [
        .flag("convention", takes: "NAME", .words(conventions)) { run, value in
            run.options = XMLOptions(try value.choice(of: XMLOptions.Convention.self))
        }
        .help("\(conventions.alternatives); other flags override its options", default: "xmlreader")
        .with { flag in
            flag.members = ["xmlreader", "XMLWriter.options"]
            flag.isPreset = true
            flag.word = { value in XMLOptions.Convention(rawValue: String(value.dropFirst()))?.rawValue }
        }
        .excludes(
            [
                "trim ends", "trim collapse", "trim layout", "attributes merge", "attributes discard",
                "namespaces strip", "namespaces expand", "xmlns drop", "keys lower", "keys snake",
                "keys camel", "root drop", "siblings array", "elements array", "empty omit", "types", "type", "nil",
                "select", "skip", "xml-declaration drop",
            ],
            when: { $0 == "faithful" },
            because: "it keeps all of a document"
        )
        .needs(["declare"], when: { $0 == "faithful" }, with: "namespace", because: "reading keeps all prefixes"),
        .choice(
            "attributes",
            ["merge": .merge, "prefix": .prefix("@"), "group": .group("@attributes"), "discard": .discard],
            \.options.attributes
        )
        .help("merge with the children, prefix with @, group under @attributes, or discard")
        .with { $0.isPreset = true }
        .excludes(["attr-prefix"], when: { $0 != "prefix" })
        .excludes(["attr-group"], when: { $0 != "group" }),
        .flag("attr-prefix", sets: "attributes", takes: "P") { $0.options.attributes = .prefix(try $1.text) }
            .help("Start the keys of attributes with P", default: "@")
            .with { flag in
                flag.aliases = ["xml-attribute-prefix"]
                flag.word = { shellWord(of: "prefix", in: $0) }
            }
            .excludes(["attr-group"], because: "attributes are prefixed or grouped"),
        .flag("attr-group", sets: "attributes", takes: "KEY") { $0.options.attributes = .group(try $1.text) }
            .help("Put the attributes of an element under KEY", default: "@attributes")
            .with { $0.word = { shellWord(of: "group", in: $0) } },
        .choice(
            "text-only",
            sets: "textOnlyIsString",
            ["dictionary": false, "string": true],
            \.options.textOnlyIsString
        )
        .help("An element with only text is a dictionary or a string"),
        .path("force-text", \.options.forceText)
            .help("With --text-only string, elements at PATH stay dictionaries; repeatable")
            .needs(["text-only string"]),
        .choice(
            "empty",
            ["dictionary": .dictionary, "null": .null, "string": .string, "omit": .omit],
            \.options.empty
        )
        .help("An empty element is a dictionary, null or a string, or left out (omit)"),
        .path("force-list", \.options.forceList)
            .help("Elements at PATH are arrays, even a single one; '*' is all but root and records; repeatable")
            .with { $0.aliases = ["xml-force-list"] },
        .choice("siblings", sets: "unwrapsSiblings", ["fold": false, "array": true], \.options.unwrapsSiblings)
            .help("If all children have one name, fold them under it, or make the element an array")
            .ofCommand(),
        .choice(
            "elements",
            sets: "elementsAreArrays",
            ["dictionary": false, "array": true],
            \.options.elementsAreArrays
        )
        .help("An element is a dictionary, or an array of name, attributes and ordered content")
        .ofCommand(),
        .flag("root", takes: "HOW", .words(["keep", "drop"])) { run, value in
            let word = try value.text
            run.writer.rootName = ["keep", "drop"].contains(word) ? nil : word
            if run.writer.rootName == nil { run.options.keepsRoot = word == "keep" }
        }
        .help(
            "keep or drop the root's name; with --to-xml, another word names a new root",
            default: "keep"
        )
        .with { flag in
            flag.members = ["keepsRoot", "XMLWriter.rootName"]
            flag.word = { ["true": "keep", "false": "drop"][$0] }
            flag.current = { $0.options.keepsRoot ? "keep" : "drop" }
        }
        .needs(["to-xml"], when: { !["keep", "drop"].contains($0) }, because: "otherwise --root takes keep or drop"),
        .key("order-key", \.options.orderKey)
            .help(
                "Put the keys in document order under KEY, where the order would be lost",
                default: ": none"
            ),
    ]

    private static let text: [Flag] = [
        .key("text-key", \.options.textKey)
            .help("Put text under KEY", default: "text")
            .with { $0.aliases = ["xml-content-name"] },
        .choice("trim", ["ends": .ends, "collapse": .collapse, "layout": .layout, "none": .none], \.options.trim)
            .help("Trim white space of text: ends, collapse (also inside), layout (only between elements) or none"),
        .choice("xml-space", sets: "honorsXMLSpace", ["honor": true, "ignore": false], \.options.honorsXMLSpace)
            .help("honor xml:space=\"preserve\", which turns trimming off, or ignore it")
            .ofCommand(),
        .key("text-separator", takes: "S", \.options.textSeparator)
            .help("Put S between the texts around child elements", default: "nothing")
            .ofCommand(),
        .key("cdata-key", \.options.cdataKey).help("Put CDATA under KEY, untrimmed", default: ": in the text"),
        .key("comment-key", \.options.commentKey).help("Put comments under KEY", default: ": none"),
        .key("pi-key", sets: "processingInstructionKey", \.options.processingInstructionKey)
            .help("Put processing instructions under KEY", default: ": none"),
        .key("doctype-key", \.options.doctypeKey).help("Put the DOCTYPE under KEY", default: ": none"),
        .choice(
            "xml-declaration",
            sets: "includesXMLDeclaration",
            ["keep": true, "drop": false],
            \.options.includesXMLDeclaration
        )
        .help(
            "keep or drop version, encoding and standalone beside the root",
            default: "drop; with --to-xml, keep"
        )
        .excludes(
            ["root drop"],
            when: { $0 == "keep" },
            because: "the declaration has a place only next to the root"
        )
        .ofCommand(),
    ]

    private static let names: [Flag] = [
        .choice("namespaces", ["keep": .keep, "strip": .strip, "expand": .expand], \.options.namespaces)
            .help("keep prefixes, strip them, or expand names to URI:name"),
        .flag("namespace", sets: "namespacePrefixes", takes: "URI=PREFIX") { run, value in
            let (uri, prefix) = try value.pair("URI=PREFIX, such as http://www.w3.org/2005/Atom=atom")
            guard XMLOptions.isPrefix(prefix) else {
                throw CommandError("--namespace: '\(Terminal.shown(prefix))' is not a prefix")
            }
            run.options.namespacePrefixes[uri] = prefix
        }
        .help("Use PREFIX, which may be empty, for names in the namespace URI; repeatable")
        .with { flag in
            flag.word = {
                $0.hasPrefix("[") ? $0.filter { !"[]\" ".contains($0) }.replacing(byte: ":", with: "=") : nil
            }
        },
        .choice(
            "xmlns",
            sets: "namespaceDeclarations",
            ["keep": .keep, "collect": .collect, "inherit": .inherit, "drop": .drop],
            \.options.namespaceDeclarations
        )
        .help(
            "keep declarations as attributes, put the element's (collect) or all in scope (inherit) under xmlns, or drop them",
            default: "keep; with --namespaces strip, drop"
        )
        .excludes(["namespaces strip"], when: { $0 == "keep" }, because: "--xmlns collect keeps declarations"),
        .key("prefix-separator", takes: "S", \.options.prefixSeparator)
            .help("Put S between prefix and name", default: ":")
            .ofCommand(),
        .choice(
            "keys",
            sets: "keyStyle",
            ["keep": .keep, "lower": .lower, "snake": .snake, "camel": .camel],
            \.options.keyStyle
        )
        .help("keep names, or write them in lower, snake or camel case"),
    ]

    private static let writing: [Flag] = [
        .key("item", sets: "XMLWriter.itemName", takes: "NAME", \.writer.itemName)
            .help(
                "Name the items of an array without a key, or with --root, the values of the input",
                default: ": an error"
            )
            .needs(["to-xml"]),
        .flag("attribute-name", sets: "XMLWriter.attributeNames", takes: "KEY") {
            $0.writer.attributeNames.insert(try $1.text)
        }
        .help("Write a string under KEY as an attribute, not an element; repeatable")
        .needs(["to-xml"]),
        .constant("declare", sets: "XMLWriter.declaresNamespaces", \.writer.declaresNamespaces, true)
            .help("Declare the prefixes of --namespace in the root")
            .needs(["to-xml"]),
        .choice(
            "empty-tags",
            sets: "XMLWriter.Format.hasLongEmptyTags",
            ["short": false, "long": true],
            \.writer.format.hasLongEmptyTags
        )
        .help("An empty element is one tag (short) or two (long)")
        .needs(["to-xml"])
        .ofCommand(),
    ]

    private static let types: [Flag] = [
        .constant("types", sets: "infersTypes", \.options.infersTypes, true)
            .help("Infer booleans, integers up to 15 digits, and fractions that a double keeps"),
        .flag("type", sets: "typesByPath", takes: "PATH=TYPE") { run, value in
            let form = "PATH=TYPE, such as item/price=number or item/@id=string"
            let (path, word) = try value.pair(form)
            let types: KeyValuePairs = ["string": XMLOptions.TextType.string, "number": .number, "boolean": .boolean]
            guard let type = types.first(where: { $0.key == word })?.value else {
                throw CommandError(
                    "--type takes \(form); a type is string, number or boolean, not '\(Terminal.shown(word))'"
                )
            }
            run.options.typesByPath[XMLPath(unchecked: path)] = type
        }
        .help(
            "The text or attribute at PATH is a string, number or boolean if it parses as one; repeatable"
        ),
        .constant("nil", sets: "nilIsNull", \.options.nilIsNull, true)
            .help("An element with only xsi:nil=\"true\" is null"),
    ]

    private static let parts: [Flag] = [
        .path("select", \.options.select)
            .help("Write an array of elements or attributes at PATH; repeatable"),
        .choice("on-error", ["stop": false, "skip": true], \.skipsBrokenRecords)
            .help("stop, or skip a broken record (without --records, a broken input) and resume"),
        .key("origin", sets: "originKey", \.options.originKey)
            .help("Add name, file, document, line and path to each record, under KEY", default: ": none"),
        .key("ancestors", sets: "ancestorsKey", \.options.ancestorsKey)
            .help(
                "Add the elements around each record, outermost first, with their attributes, under KEY",
                default: ": none"
            ),
        .path("skip", \.options.skip)
            .help("Leave out elements or attributes at PATH; repeatable"),
        .constant("require-match", sets: "requiresMatch", \.options.requiresMatch, true)
            .help("A path or namespace that matches nothing in an input is an error")
            .needs(
                ["records", "select", "skip", "force-list", "force-text", "type", "namespace", "set", "delete"],
                because: "it checks that these match"
            ),
    ]

    private static let describing: [Flag] = [
        .flag(
            "describe",
            takes: "FORMAT",
            .words(DescriptionFormat.allCases.map(\.rawValue)),
            isOptional: true
        ) { run, value in
            guard value.argument?.text != "flags" else {
                throw CommandError(
                    "--describe does not write flags; write FILE with --describe=json-schema, and use --shape FILE"
                )
            }
            run.description = value.argument == nil ? .table : try value.choice(of: DescriptionFormat.self)
        }
        .help(
            "Describe the input, or the XML Schema of --shape, as a table, html, json-schema of the output, or swift types",
            default: "table"
        )
        .excludes(["plan", "part", "to-xml"])
        .excludes(["elements array"], when: { $0 == "json-schema" }, because: "a schema describes dictionaries")
        .excludes(
            ["skip", "force-list", "force-text"],
            when: { $0 == "json-schema" },
            with: "shape",
            because: "the JSON Schema describes types, and not paths"
        )
        .excludes(["type"], with: "shape", because: "the description has the types of the schema"),
        .limit("max-paths", .paths).help("Read at most N different paths").needs(["describe"]),
    ]

    private static let shapes: [Flag] = [
        .flag("shape", sets: "shape", takes: "FILE", .file) { run, value in
            if let file = value.argument { run.shapes.append(file) }
        }
        .help(
            "Convert output to match FILE, a JSON Schema (see --describe) or XML Schema; repeatable"
        )
        .excludes(["elements array"], because: "a schema describes dictionaries"),
        .choice("missing", sets: "fillsMissingLists", ["absent": false, "list": true], \.fillsMissingLists)
            .help("A missing array is left out (absent) or written as [] (list)")
            .needs(["shape"]),
        .choice("on-mismatch", sets: "onMismatch", ["error": false, "warn": true], \.warnsOfMismatches)
            .help("Report a mismatch as an error, or warn and write the value unchanged")
            .needs(["shape"]),
        .limit("max-members", .members)
            .help("Allow N elements and attributes in the types of an XML Schema")
            .needs(["shape"]),
    ]

    /// The flags that have no effect on edits.
    private static let besideEdits: [String] = {
        let others = [
            "output", "encoding", "decompress", "entities", "require-match", "quiet", "generate", "help", "version",
        ]
        let groups = [output, mapping, text, names, types, writing, parts, describing, shapes, input]
        return groups.flatMap { $0 }.map(\.name).filter { !others.contains($0) } + ["max-result", "max-errors"]
    }()

    private static let editing: [Flag] = [
        .flag("set", sets: "XMLEditor.set", takes: "PATH=VALUE") { run, value in
            let text = try value.text
            guard let (path, new) = XMLEditor.parts(of: text) else {
                throw CommandError(
                    "--set takes PATH=VALUE, such as /project/version=2.1.0, not '\(Terminal.shown(text))'"
                )
            }
            run.edits.append(("set", path, new))
        }
        .help("Set the text or attribute at PATH; repeatable")
        .excludes(besideEdits).ofCommand(),
        .flag("delete", sets: "XMLEditor.delete", takes: "PATH") { run, value in
            run.edits.append(("delete", try value.text, nil))
        }
        .help("Delete the elements or attributes at PATH; repeatable")
        .excludes(besideEdits).ofCommand(),
        .flag("in-place") { run, _ in run.editsInPlace = true }
            .help("Replace each input file that changes")
            .needs(["set", "delete"], because: "only an edit keeps the rest of a file")
            .excludes(["output"], because: "it replaces each input file"),
    ]

    private static let input: [Flag] = [
        .flag("encoding", sets: "encoding", takes: "NAME") { $0.options.encoding = try $1.encoding }
            .help("Read the bytes as NAME", default: ": detected"),
        .constant("concatenated", sets: "isConcatenated", \.options.isConcatenated, true)
            .help("Read several documents from an input"),
        .flag("decompress", takes: "WHEN", .words(["auto", "never"])) { run, value in
            run.decompresses = try value.choice(["auto": true, "never": false])
        }
        .help("Decompress gzip, bzip2, xz and zstd (auto), or never", default: "auto"),
        .choice(
            "entities",
            sets: "entities",
            ["expand": .expand, "forbid": .forbid, "html": .html],
            \.options.entities
        )
        .help("expand declared entities, forbid them, or also expand those of html (HTML 4)"),
        .choice(
            "invalid",
            sets: "replacesInvalidCharacters",
            ["error": false, "replace": true],
            \.options.replacesInvalidCharacters
        )
        .help("Characters that XML forbids are an error, or become U+FFFD (replace)"),
        .flag("threads", "j", takes: "N") { $0.threads = try $1.number(1...1024) }
            .help("Read with N threads; the output does not change", default: ": all cores, for files over 8M"),
        .flag("plan") { run, _ in run.plansParts = true }
            .help("Write the parts of the file for --part, one a line")
            .needs(["records"], because: "parts begin and end between records")
            .excludes(["on-error", "require-match", "threads"], because: "a plan does not read all records"),
        .flag("part-size", takes: "SIZE") { $0.partSize = try $1.length(1...1 << 30) }
            .help("Minimum bytes of a planned part", default: "64M")
            .needs(["plan"], because: "it is the size of planned parts"),
        .flag("part", takes: "JSON") { run, value in
            let text = try value.text
            do throws(XMLError) {
                run.part = try FilePart(json: text)
            } catch {
                throw CommandError("--part takes a line of --plan: \(Terminal.shown(error.message))")
            }
        }
        .help("Convert the part that a line of --plan describes")
        .needs(["records"], because: "parts begin and end between records")
        .excludes(["on-error", "require-match", "threads"], because: "a part does not have all records")
        .excludes(["plan"], because: "a plan is made once, and then its parts are read"),
    ]

    private static let limits: [Flag] = [
        .limit("max-depth", .depth).help("Depth of elements"),
        .limit("max-token-length", .tokenLength).help("Bytes of a tag or comment"),
        .limit("max-name-length", .nameLength).help("Bytes of a name, or a namespace's URI", default: "50000, 8K"),
        .limit("max-attributes", .attributes)
            .help("Attributes of a tag, or declared", default: "10000, 1000"),
        .limit("max-entities", .entities).help("Entities declared"),
        .limit("max-entity-length", .entityLength).help("Bytes of an entity's text"),
        .limit("max-amplification", .amplification).help("Result / input, past 8 MiB"),
        .limit("max-result", .result).help("Memory of a document or record"),
        .limit("max-errors", .errors)
            .help("Errors skipped in an input")
            .needs(["on-error skip"], because: "it bounds the number of skipped errors"),
    ]

    private static let other: [Flag] = [
        .flag("quiet", "q") { run, _ in run.isQuiet = true }.help("Show errors, but no warnings and no progress"),
        .flag("generate", takes: "KIND", .words(GeneratedText.allCases.map(\.rawValue))) { run, value in
            run.text = try value.choice(of: GeneratedText.self)
        }
        .help("Print the man page, or completions for bash, zsh or fish"),
        .flag("help", "h") { run, value in run.text = value.isOfLetter ? .tasks : .help }
            .help("Show all flags; -h shows one screen by task"),
        .flag("version") { run, _ in run.text = .version }.help("Show the version"),
    ]
}
