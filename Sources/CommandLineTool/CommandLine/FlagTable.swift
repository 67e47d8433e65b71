import XML2Dict
import XML2DictWriting

extension Flag {
    /// All flags under the headings of the help, in its order.
    static let groups: [(title: String, flags: [Flag])] = [
        ("Output", output), ("Mapping", mapping), ("Text, comments and declarations", text),
        ("Names and namespaces", names), ("Types", types), ("Writing XML", writing), ("Parts of a document", parts),
        ("Describing", describing), ("Shapes", shapes),
        ("Input", input),
        ("Limits", limits), ("Other", other),
    ]

    /// All flags, in the order of the help.
    static let all = groups.flatMap(\.flags)

    private static let output: [Flag] = [
        .path(
            "records",
            "Write each outermost element or attribute at PATH as one line, in constant memory",
            \.records
        )
        .excludes(["indent", "tab"], because: "each record is one line"),
        Flag(
            name: "to-xml",
            letter: "x",
            summary:
                "Reverse the conversion: read JSON and write XML; use the flags that made the JSON, or --convention xmltodict for JSON that no xml2dict made"
        ) { run, _ in
            run.writesXML = true
        }
        .excludes([
            "records", "select", "on-error", "max-errors", "origin", "require-match", "encoding", "concatenated",
            "sort-keys", "color", "threads", "plan", "part", "part-size", "shape", "missing", "on-mismatch",
        ]),
        Flag(
            name: "output",
            letter: "o",
            value: .required("FILE", .file),
            summary: "Write to FILE; if the conversion fails, the old file stays"
        ) { run, value in
            run.output = value.argument
        },
        .constant(
            "compact",
            letter: "c",
            members: ["XMLValue.JSONFormat.indentation"],
            "Write each document on one line",
            \.format.indentation,
            .none
        ),
        Flag(
            name: "indent",
            value: .required("N"),
            members: ["XMLValue.JSONFormat.indentation"],
            summary: "Indent by N spaces; 0 is --compact",
            default: "2",
            current: { run in if case .spaces = run.format.indentation { "" } else { nil } }
        ) { run, value in
            let count = try value.number(0...64)
            run.format.indentation = count == 0 ? .none : .spaces(count)
        },
        .constant("tab", members: ["XMLValue.JSONFormat.indentation"], "Indent by tabs", \.format.indentation, .tab),
        .constant(
            "sort-keys",
            letter: "S",
            members: ["XMLValue.JSONFormat.sortsKeys"],
            "Sort the keys of each object",
            \.format.sortsKeys,
            true
        ),
        .constant(
            "ascii",
            members: ["XMLValue.JSONFormat.isASCII"],
            "Write characters outside ASCII as \\uXXXX, or with --to-xml as character references",
            \.format.isASCII,
            true
        ),
        Flag(
            name: "color",
            letter: "C",
            value: .optional("WHEN", .words(["always", "never", "auto"])),
            summary: "Color: always, never or auto",
            default: "auto"
        ) { run, value in
            run.isColored =
                value.argument == nil ? true : try value.choice(["always": true, "never": false, "auto": nil])
        },
    ]

    private static let mapping: [Flag] = [
        Flag(
            name: "convention",
            value: .required("NAME", .words(XMLOptions.Convention.allCases.map(\.rawValue))),
            members: ["xmlreader", "XMLWriter.options"],
            summary:
                "\(XMLOptions.Convention.allCases.map(\.rawValue).alternatives); other flags override single options",
            default: "xmlreader",
            isPreset: true,
            word: { value in XMLOptions.Convention(rawValue: String(value.dropFirst()))?.rawValue }
        ) { run, value in
            run.options = XMLOptions(try value.choice(of: XMLOptions.Convention.self))
        }
        .excludes(
            [
                "trim ends", "trim collapse", "trim layout", "attributes merge", "attributes discard",
                "namespaces strip", "namespaces expand", "namespace", "xmlns drop", "keys lower", "keys snake",
                "keys camel", "root drop", "siblings array", "elements array", "empty omit", "types", "type", "nil",
                "select", "skip", "xml-declaration drop",
            ],
            when: { $0 == "faithful" },
            because: "it keeps all of a document"
        ),
        .choice(
            "attributes",
            isPreset: true,
            "merge, prefix, group or discard attributes",
            default: "merge: among the child elements",
            ["merge": .merge, "prefix": .prefix("@"), "group": .group("@attributes"), "discard": .discard],
            \.options.attributes
        )
        .excludes(["attr-prefix"], when: { $0 != "prefix" })
        .excludes(["attr-group"], when: { $0 != "group" }),
        Flag(
            name: "attr-prefix",
            aliases: ["xml-attribute-prefix"],
            value: .required("P"),
            members: ["attributes"],
            summary: "Start the keys of attributes with P",
            default: "@"
        ) { run, value in
            run.options.attributes = .prefix(try value.text)
        }
        .excludes(["attr-group"], because: "attributes are prefixed or grouped"),
        Flag(
            name: "attr-group",
            value: .required("KEY"),
            members: ["attributes"],
            summary: "Put the attributes of an element under KEY",
            default: "@attributes"
        ) { run, value in
            run.options.attributes = .group(try value.text)
        },
        .choice(
            "text-only",
            "How to write an element that contains only text: dictionary or string",
            ["dictionary": .dictionary, "string": .string],
            \.options.textOnly
        ),
        .path("force-text", "With --text-only string, elements at PATH stay dictionaries", \.options.forceText)
            .needs(["text-only string"]),
        .choice(
            "empty",
            "How to write an empty element: dictionary, null, string or omit",
            default: "dictionary: {}",
            ["dictionary": .dictionary, "null": .null, "string": .string, "omit": .omit],
            \.options.empty
        ),
        .path(
            "force-list",
            aliases: ["xml-force-list"],
            "Elements at PATH are arrays, even a single one; '*' is all except the root and records",
            \.options.forceList
        ),
        .choice(
            "siblings",
            member: "unwrapsSiblings",
            "When all children of an element share a name: fold them under it, or write the element as their array",
            ["fold": false, "array": true],
            \.options.unwrapsSiblings
        ),
        .choice(
            "elements",
            "How to write elements: dictionary, or array of name, attributes and content in document order",
            ["dictionary": .dictionary, "array": .array],
            \.options.elements
        ),
        Flag(
            name: "root",
            value: .required("HOW", .words(["keep", "drop"])),
            members: ["keepsRoot", "XMLWriter.rootName"],
            summary: "keep or drop the name of the root; with --to-xml, any other word names a root around the value",
            default: "keep",
            word: { ["true": "keep", "false": "drop"][$0] },
            current: { $0.options.keepsRoot ? "keep" : "drop" }
        ) { run, value in
            let word = try value.text
            run.writer.rootName = ["keep", "drop"].contains(word) ? nil : word
            if run.writer.rootName == nil { run.options.keepsRoot = word == "keep" }
        }
        .needs(
            ["to-xml"],
            when: { !["keep", "drop"].contains($0) },
            because: "otherwise --root takes keep or drop"
        ),
        .key(
            "order-key",
            "Put an array of an element's keys in document order under KEY, where the order would be lost",
            default: ": left out",
            \.options.orderKey
        ),
    ]

    private static let text: [Flag] = [
        .key("text-key", aliases: ["xml-content-name"], "Put text under KEY", default: "text", \.options.textKey),
        .choice(
            "trim",
            "Trim white space of text: ends, collapse (also inside), layout (only between elements) or none",
            ["ends": .ends, "collapse": .collapse, "layout": .layout, "none": .none],
            \.options.trim
        ),
        .choice(
            "xml-space",
            member: "honorsXMLSpace",
            "honor or ignore xml:space=\"preserve\", which turns trimming off",
            ["honor": true, "ignore": false],
            \.options.honorsXMLSpace
        ),
        .key(
            "text-separator",
            takes: "S",
            "Put S between pieces of text that child elements separate",
            default: "nothing",
            \.options.textSeparator
        ),
        .key(
            "cdata-key",
            "Put CDATA sections under KEY, never trimmed",
            default: ": part of the text",
            \.options.cdataKey
        ),
        .key("comment-key", "Put comments under KEY", default: ": left out", \.options.commentKey),
        .key(
            "pi-key",
            member: "processingInstructionKey",
            "Put processing instructions under KEY",
            default: ": left out",
            \.options.processingInstructionKey
        ),
        .key("doctype-key", "Put the DOCTYPE under KEY", default: ": left out", \.options.doctypeKey),
        .choice(
            "xml-declaration",
            member: "includesXMLDeclaration",
            "keep version, encoding and standalone next to the root, or drop them; with --to-xml, drop writes no XML declaration",
            default: "drop; with --to-xml, keep",
            ["keep": true, "drop": false],
            \.options.includesXMLDeclaration
        )
        .excludes(["root drop"], when: { $0 == "keep" }, because: "the declaration has a place only next to the root"),
    ]

    private static let names: [Flag] = [
        .choice(
            "namespaces",
            "keep prefixes, strip them, or expand them to the URI of the namespace",
            ["keep": .keep, "strip": .strip, "expand": .expand],
            \.options.namespaces
        ),
        Flag(
            name: "namespace",
            value: .required("URI=PREFIX"),
            members: ["namespacePrefixes"],
            summary: "Names in this namespace get PREFIX (or none), not the document's prefix; can be given again"
        ) { run, value in
            let (uri, prefix) = try value.pair("URI=PREFIX, such as http://www.w3.org/2005/Atom=atom")
            guard XMLOptions.isPrefix(prefix) else {
                throw CommandError("--namespace: '\(Terminal.shown(prefix))' is not a prefix")
            }
            run.options.namespacePrefixes[uri] = prefix
        },
        .choice(
            "xmlns",
            member: "namespaceDeclarations",
            "Namespace declarations: keep them as attributes, collect those of an element under xmlns, inherit (all in force), or drop them",
            default: "keep; with --namespaces strip, drop",
            ["keep": .keep, "collect": .collect, "inherit": .inherit, "drop": .drop],
            \.options.namespaceDeclarations
        )
        .excludes(["namespaces strip"], when: { $0 == "keep" }, because: "--xmlns collect keeps declarations"),
        .key("prefix-separator", takes: "S", "Put S between prefix and name", default: ":", \.options.prefixSeparator),
        .choice(
            "keys",
            "Spell names as in the document, or in lower, snake or camel case: keep, lower, snake, camel",
            ["keep": .keep, "lower": .lower, "snake": .snake, "camel": .camel],
            \.options.keys
        ),
    ]

    private static let writing: [Flag] = [
        .key(
            "item",
            takes: "NAME",
            member: "XMLWriter.itemName",
            "Name the elements for the items of an array without a key; with --root NAME, each value of the input is such an item",
            default: ": an error",
            \.writer.itemName
        )
        .needs(["to-xml"]),
        Flag(
            name: "attribute-name",
            value: .required("KEY"),
            members: ["XMLWriter.attributeNames"],
            summary: "Write a string under KEY as an attribute, where it could also be an element; can be given again"
        ) { run, value in
            run.writer.attributeNames.insert(try value.text)
        }
        .needs(["to-xml"]),
        .constant(
            "declare",
            members: ["XMLWriter.declaresNamespaces"],
            "Declare the prefixes of --namespace in the root",
            \.writer.declaresNamespaces,
            true
        )
        .needs(["to-xml"]),
        .choice(
            "empty-tags",
            member: "XMLWriter.Format.hasLongEmptyTags",
            "Write empty elements with one tag (short), or with a start tag and an end tag (long)",
            ["short": false, "long": true],
            \.writer.format.hasLongEmptyTags
        )
        .needs(["to-xml"]),
    ]

    private static let types: [Flag] = [
        .constant(
            "types",
            members: ["infersTypes"],
            "Write text as a number or boolean if that prints as the same text",
            \.options.infersTypes,
            true
        ),
        Flag(
            name: "type",
            value: .required("PATH=TYPE"),
            members: ["typesByPath"],
            summary:
                "Text at PATH, or the attribute at PATH/@NAME, is a string, number or boolean; a value that does not parse stays a string; can be given again"
        ) { run, value in
            let form = "PATH=TYPE, such as item/price=number or item/@id=string"
            let (path, word) = try value.pair(form)
            let types: KeyValuePairs = ["string": XMLOptions.TextType.string, "number": .number, "boolean": .boolean]
            guard let type = types.first(where: { $0.key == word })?.value else {
                throw CommandError(
                    "--type takes \(form); a type is string, number or boolean, not '\(Terminal.shown(word))'"
                )
            }
            run.options.typesByPath[XMLPath(path)] = type
        },
        .constant(
            "nil",
            members: ["nilIsNull"],
            "An element with xsi:nil=\"true\" and nothing else is null",
            \.options.nilIsNull,
            true
        ),
    ]

    private static let parts: [Flag] = [
        .path("select", "Convert only the elements or attributes at PATH, to an array", \.options.select),
        .choice(
            "on-error",
            "With --records, stop at a broken record, or report it, skip it and go on",
            ["stop": false, "skip": true],
            \.skipsBrokenRecords
        )
        .needs(["records"], when: { $0 == "skip" }, because: "it skips broken records"),
        .key(
            "origin",
            member: "originKey",
            "Put the file, document, line and path of each record under KEY in it",
            default: ": left out",
            \.options.originKey
        ),
        .path("skip", "Leave out the elements at PATH, or the attribute at PATH/@NAME", \.options.skip),
        .constant(
            "require-match",
            members: ["requiresMatch"],
            "A path of the flags, or a URI of --namespace, that matches nothing in an input is an error",
            \.options.requiresMatch,
            true
        )
        .needs(
            ["records", "select", "skip", "force-list", "force-text", "type", "namespace"],
            because: "it checks that these match"
        ),
    ]

    private static let describing: [Flag] = [
        Flag(
            name: "describe",
            value: .optional("FORMAT", .words(DescriptionFormat.allCases.map(\.rawValue))),
            summary:
                "Describe the inputs, or their records, as FORMAT: a table of paths, a page of html, a json-schema of the output, flags for @FILE, or types of swift",
            default: "table"
        ) { run, value in
            run.description = value.argument == nil ? .table : try value.choice(of: DescriptionFormat.self)
        }
        .excludes(["plan", "part", "to-xml", "shape"])
        .excludes(["elements array"], when: { $0 == "json-schema" }, because: "a schema describes dictionaries"),
        .limit("max-paths", "With --describe, the inputs have at most N different paths", .paths)
            .needs(["describe"]),
    ]

    private static let shapes: [Flag] = [
        Flag(
            name: "shape",
            value: .required("FILE", .file),
            members: ["heldShape"],
            summary:
                "Convert the output to match the JSON Schema in FILE, which --describe=json-schema writes: arrays also for one value, numbers and booleans where the schema has them"
        ) { run, value in
            run.shape = value.argument
        }
        .excludes(["elements array"], because: "a schema describes dictionaries"),
        .choice(
            "missing",
            member: "HeldShape.fillsMissingLists",
            "With --shape, leave out arrays that are missing, or write an empty list",
            ["absent": false, "list": true],
            \.fillsMissingLists
        )
        .needs(["shape"]),
        .choice(
            "on-mismatch",
            member: "HeldShape.Mismatch",
            "With --shape, a value that does not fit is an error; with warn, it is left unconverted, and a warning names it",
            ["error": false, "warn": true],
            \.warnsOfMismatches
        )
        .needs(["shape"]),
    ]

    private static let input: [Flag] = [
        Flag(
            name: "encoding",
            value: .required("NAME"),
            members: ["input.encoding"],
            summary: "Read the bytes as NAME",
            default: ": detected, or declared"
        ) { run, value in
            run.options.input.encoding = try value.encoding
        },
        .constant(
            "concatenated",
            members: ["input.isConcatenated"],
            "Read several documents from one input: write each, or with --records the records of all",
            \.options.input.isConcatenated,
            true
        ),
        Flag(
            name: "decompress",
            value: .required("WHEN", .words(["auto", "never"])),
            summary: "Decompress input of gzip, bzip2, xz or zstd, known by its first bytes: auto or never",
            default: "auto"
        ) { run, value in
            run.decompresses = try value.choice(["auto": true, "never": false])
        },
        .choice(
            "entities",
            member: "input.entities",
            "expand entities that the document declares, forbid them, or expand those of html, too",
            ["expand": .expand, "forbid": .forbid, "html": .html],
            \.options.input.entities
        ),
        Flag(
            name: "threads",
            letter: "j",
            value: .required("N"),
            summary: "Read one file with N threads, which print the same as one",
            default: ": the cores, for files of more than 8M"
        ) { run, value in
            run.threads = try value.number(1...1024)
        },
        Flag(
            name: "plan",
            summary: "Write how the file can be cut into parts for --part, one part a line; needs --records"
        ) { run, _ in
            run.plansParts = true
        }
        .needs(["records"], because: "parts begin and end between records")
        .excludes(["on-error", "require-match", "threads"], because: "a plan does not read all records"),
        Flag(
            name: "part-size",
            value: .required("SIZE"),
            summary: "With --plan, parts have at least SIZE bytes",
            default: "64M"
        ) { run, value in
            run.partSize = try value.length(1...1 << 30)
        }
        .needs(["plan"], because: "it is the size of planned parts"),
        Flag(
            name: "part",
            value: .required("JSON"),
            summary: "Convert only the part of the file that JSON, a line of --plan, describes"
        ) { run, value in
            let text = try value.text
            do throws(XMLError) {
                run.part = try PlannedPart(json: text)
            } catch {
                throw CommandError("--part: \(Terminal.shown(error.message)): it takes a line of --plan")
            }
        }
        .needs(["records"], because: "parts begin and end between records")
        .excludes(["on-error", "require-match", "threads"], because: "a part does not have all records")
        .excludes(["plan"], because: "a plan is made once, and then its parts are read"),
    ]

    private static let limits: [Flag] = [
        .limit("max-depth", "Elements nest at most N deep", .depth),
        .limit(
            "max-token-length",
            "A tag, comment, processing instruction or declaration has at most N bytes, such as 1000, 64K or 20M",
            .tokenLength
        ),
        .limit("max-name-length", "A name has at most N bytes", .nameLength),
        .limit("max-namespace-length", "The URI of a namespace has at most N bytes", .namespaceLength),
        .limit("max-attributes", "A tag has at most N attributes", .attributes),
        .limit("max-entities", "A document declares at most N entities", .entities),
        .limit("max-entity-depth", "Entities refer to one another at most N deep", .entityDepth),
        .limit("max-entity-length", "The text of an entity has at most N bytes", .entityLength),
        .limit("max-attribute-declarations", "A document declares at most N attributes", .attributeDeclarations),
        .limit(
            "max-amplification",
            "Entities, default attributes and namespaces make a document at most N times as long, past 8 MiB",
            .amplification
        ),
        .limit(
            "max-result",
            "A document, or one record, takes at most SIZE bytes of memory, such as 500M: entries, text and names",
            .result
        ),
        .limit("max-errors", "With --on-error skip, skip at most N broken records of each input", .errors)
            .needs(["on-error skip"], because: "it bounds the number of skipped records"),
    ]

    private static let other: [Flag] = [
        .constant("no-progress", members: [], "Do not show progress on a terminal", \.showsProgress, false),
        Flag(
            name: "generate",
            value: .required("KIND", .words(GeneratedText.allCases.map(\.rawValue))),
            summary: "Write the man page, or completions for a shell: man, bash, zsh or fish"
        ) { run, value in
            run.text = try value.choice(of: GeneratedText.self)
        },
        .constant("help", letter: "h", members: [], "Show this help", \.text, .help),
        .constant("version", members: [], "Show the version", \.text, .version),
    ]
}
