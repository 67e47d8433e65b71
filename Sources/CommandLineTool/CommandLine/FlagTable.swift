import XML2Dict
import XML2DictWriting

extension Flag {
    /// All flags under the headings of the help, in its order.
    static let groups: [(title: String, flags: [Flag])] = [
        ("Output", output), ("Mapping", mapping), ("Text, comments and declarations", text),
        ("Names and namespaces", names), ("Types", types), ("Writing XML", writing), ("Parts of a document", parts),
        ("Describing", describing), ("Shapes", shapes),
        ("Input", input),
        ("Limits, such as 1000, 64K or 20M", limits), ("Other", other),
    ]

    /// All flags, in the order of the help.
    static let all = groups.flatMap(\.flags)

    private static let output: [Flag] = [
        .path(
            "records",
            "Write each outermost element or attribute at PATH on a line, in constant memory; --origin KEY adds its name",
            \.records
        )
        .excludes(["indent", "tab"], because: "each record is one line"),
        Flag(
            name: "to-xml",
            letter: "x",
            summary:
                "Read JSON and write XML, with the flags that made the JSON; JSON of other programs needs --convention xmltodict"
        ) { run, _ in
            run.writesXML = true
        }
        .excludes([
            "records", "select", "on-error", "max-errors", "origin", "ancestors", "require-match", "encoding",
            "invalid",
            "concatenated",
            "sort-keys", "color", "threads", "plan", "part", "part-size", "shape", "missing", "on-mismatch",
        ]),
        Flag(
            name: "output",
            letter: "o",
            value: .required("FILE", .file),
            summary: "Write FILE, which is complete or stays as it was"
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
            summary: "Color: always (also without WHEN), never, or auto: on a terminal",
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
                "\(XMLOptions.Convention.allCases.map(\.rawValue).alternatives); other flags override its options",
            default: "xmlreader",
            isPreset: true,
            word: { value in XMLOptions.Convention(rawValue: String(value.dropFirst()))?.rawValue }
        ) { run, value in
            run.options = XMLOptions(try value.choice(of: XMLOptions.Convention.self))
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
            isPreset: true,
            "merge with the children, prefix with @, group under @attributes, or discard",
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
            "An element with only text is a dictionary or a string",
            ["dictionary": .dictionary, "string": .string],
            \.options.textOnly
        ),
        .path("force-text", "With --text-only string, elements at PATH stay dictionaries", \.options.forceText)
            .needs(["text-only string"]),
        .choice(
            "empty",
            "An empty element is an empty dictionary, null, or an empty string; omit leaves it out",
            ["dictionary": .dictionary, "null": .null, "string": .string, "omit": .omit],
            \.options.empty
        ),
        .path(
            "force-list",
            aliases: ["xml-force-list"],
            "Elements at PATH are arrays, even a single one; '*': all but the root and records",
            \.options.forceList
        ),
        .choice(
            "siblings",
            member: "unwrapsSiblings",
            "When all children have one name: fold them under it, or make the element an array of them",
            ["fold": false, "array": true],
            \.options.unwrapsSiblings
        ),
        .choice(
            "elements",
            "dictionary, or array: of name, attributes and content in document order",
            ["dictionary": .dictionary, "array": .array],
            \.options.elements
        ),
        Flag(
            name: "root",
            value: .required("HOW", .words(["keep", "drop"])),
            members: ["keepsRoot", "XMLWriter.rootName"],
            summary: "keep or drop the root's name; with --to-xml, another word names a root around the value",
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
            "Add an array of the keys in document order under KEY, where the order would be lost",
            default: ": none",
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
            "honor xml:space=\"preserve\", which turns trimming off, or ignore it",
            ["honor": true, "ignore": false],
            \.options.honorsXMLSpace
        ),
        .key(
            "text-separator",
            takes: "S",
            "Put S between the texts around child elements",
            default: "nothing",
            \.options.textSeparator
        ),
        .key(
            "cdata-key",
            "Put CDATA under KEY, untrimmed",
            default: ": in the text",
            \.options.cdataKey
        ),
        .key("comment-key", "Put comments under KEY", default: ": none", \.options.commentKey),
        .key(
            "pi-key",
            member: "processingInstructionKey",
            "Put processing instructions under KEY",
            default: ": none",
            \.options.processingInstructionKey
        ),
        .key("doctype-key", "Put the DOCTYPE under KEY", default: ": none", \.options.doctypeKey),
        .choice(
            "xml-declaration",
            member: "includesXMLDeclaration",
            "keep version, encoding and standalone next to the root, or drop them",
            default: "drop; with --to-xml, keep",
            ["keep": true, "drop": false],
            \.options.includesXMLDeclaration
        )
        .excludes(["root drop"], when: { $0 == "keep" }, because: "the declaration has a place only next to the root"),
    ]

    private static let names: [Flag] = [
        .choice(
            "namespaces",
            "keep prefixes, strip them, or expand names to {URI}name",
            ["keep": .keep, "strip": .strip, "expand": .expand],
            \.options.namespaces
        ),
        Flag(
            name: "namespace",
            value: .required("URI=PREFIX"),
            members: ["namespacePrefixes"],
            summary: "Give names in the namespace URI this prefix, or none if PREFIX is empty; repeatable",
            word: { $0.hasPrefix("[") ? $0.filter { !"[]\" ".contains($0) }.replacing(byte: ":", with: "=") : nil }
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
            "keep declarations as attributes; under xmlns, collect those of the element or inherit all in force; or drop them",
            default: "keep; with --namespaces strip, drop",
            ["keep": .keep, "collect": .collect, "inherit": .inherit, "drop": .drop],
            \.options.namespaceDeclarations
        )
        .excludes(["namespaces strip"], when: { $0 == "keep" }, because: "--xmlns collect keeps declarations"),
        .key("prefix-separator", takes: "S", "Put S between prefix and name", default: ":", \.options.prefixSeparator),
        .choice(
            "keys",
            "keep the spelling of names, or spell them in lower, snake or camel case",
            ["keep": .keep, "lower": .lower, "snake": .snake, "camel": .camel],
            \.options.keys
        ),
    ]

    private static let writing: [Flag] = [
        .key(
            "item",
            takes: "NAME",
            member: "XMLWriter.itemName",
            "Name the items of an array that has no key, or with --root NAME the values of the input",
            default: ": an error",
            \.writer.itemName
        )
        .needs(["to-xml"]),
        Flag(
            name: "attribute-name",
            value: .required("KEY"),
            members: ["XMLWriter.attributeNames"],
            summary: "Write a string under KEY as an attribute, not an element; repeatable"
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
            "short: one tag for an empty element; long: two tags",
            ["short": false, "long": true],
            \.writer.format.hasLongEmptyTags
        )
        .needs(["to-xml"]),
    ]

    private static let types: [Flag] = [
        .constant(
            "types",
            members: ["infersTypes"],
            "Infer booleans, integers up to 15 digits, fractions a double keeps",
            \.options.infersTypes,
            true
        ),
        Flag(
            name: "type",
            value: .required("PATH=TYPE"),
            members: ["typesByPath"],
            summary:
                "Text at PATH, or the attribute at PATH/@NAME, is a string, number or boolean, if it parses as one; repeatable"
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
            "An element with only xsi:nil=\"true\" is null",
            \.options.nilIsNull,
            true
        ),
    ]

    private static let parts: [Flag] = [
        .path("select", "Write an array of the elements or attributes at PATH", \.options.select),
        .choice(
            "on-error",
            "stop, or skip: report a broken record, or without --records a broken input, and resume",
            ["stop": false, "skip": true],
            \.skipsBrokenRecords
        ),
        .key(
            "origin",
            member: "originKey",
            "Put the name, file, document, line and path of each record under KEY in it",
            default: ": none",
            \.options.originKey
        ),
        .key(
            "ancestors",
            member: "ancestorsKey",
            "Put the attributes of the elements around each record, outermost first, under KEY in it",
            default: ": none",
            \.options.ancestorsKey
        ),
        .path("skip", "Leave out the elements at PATH, or the attribute at PATH/@NAME", \.options.skip),
        .constant(
            "require-match",
            members: ["requiresMatch"],
            "A path, or a URI of --namespace, that matches nothing in an input is an error",
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
                "Describe the input, or the XML Schema of --shape. FORMAT: table, html, json-schema of the output, swift: types",
            default: "table"
        ) { run, value in
            guard value.argument?.text != "flags" else {
                throw CommandError(
                    "--describe does not write flags; write FILE with --describe=json-schema, and use --shape FILE"
                )
            }
            run.description = value.argument == nil ? .table : try value.choice(of: DescriptionFormat.self)
        }
        .excludes(["plan", "part", "to-xml"])
        .excludes(["elements array"], when: { $0 == "json-schema" }, because: "a schema describes dictionaries")
        .excludes(
            ["skip", "force-list", "force-text"],
            when: { $0 == "json-schema" },
            with: "shape",
            because: "the JSON Schema describes types, and not paths"
        )
        .excludes(["type"], with: "shape", because: "the description has the types of the schema"),
        .limit("max-paths", "Read at most N different paths", .paths)
            .needs(["describe"]),
    ]

    private static let shapes: [Flag] = [
        Flag(
            name: "shape",
            value: .required("FILE", .file),
            members: ["shape"],
            summary:
                "Convert output to match FILE: a JSON Schema, which --describe=json-schema writes, or an XML Schema; repeatable"
        ) { run, value in
            if let file = value.argument { run.shapes.append(file) }
        }
        .excludes(["elements array"], because: "a schema describes dictionaries"),
        .choice(
            "missing",
            member: "XMLShape.fillsMissingLists",
            "absent: omit missing arrays; list: write []",
            ["absent": false, "list": true],
            \.fillsMissingLists
        )
        .needs(["shape"]),
        .choice(
            "on-mismatch",
            member: "XMLShape.Mismatch",
            "error: stop; warn: write the value unchanged and warn",
            ["error": false, "warn": true],
            \.warnsOfMismatches
        )
        .needs(["shape"]),
        .limit("max-members", "Allow N elements and attributes in the types of an XML Schema", .members)
            .needs(["shape"]),
    ]

    private static let input: [Flag] = [
        Flag(
            name: "encoding",
            value: .required("NAME"),
            members: ["input.encoding"],
            summary: "Read the bytes as NAME",
            default: ": detected"
        ) { run, value in
            run.options.input.encoding = try value.encoding
        },
        .constant(
            "concatenated",
            members: ["input.isConcatenated"],
            "Read one document after the other from an input",
            \.options.input.isConcatenated,
            true
        ),
        Flag(
            name: "decompress",
            value: .required("WHEN", .words(["auto", "never"])),
            summary: "auto: decompress gzip, bzip2, xz and zstd; or never",
            default: "auto"
        ) { run, value in
            run.decompresses = try value.choice(["auto": true, "never": false])
        },
        .choice(
            "entities",
            member: "input.entities",
            "expand the entities that a document declares, forbid them, or also expand those of html (HTML 4)",
            ["expand": .expand, "forbid": .forbid, "html": .html],
            \.options.input.entities
        ),
        .choice(
            "invalid",
            member: "input.invalidCharacters",
            "error: refuse characters that XML does not allow; replace: make them U+FFFD",
            ["error": .error, "replace": .replace],
            \.options.input.invalidCharacters
        ),
        Flag(
            name: "threads",
            letter: "j",
            value: .required("N"),
            summary: "Read with N threads; the output does not change",
            default: ": all cores, for files over 8M"
        ) { run, value in
            run.threads = try value.number(1...1024)
        },
        Flag(
            name: "plan",
            summary: "Write the parts of the file for --part, one a line"
        ) { run, _ in
            run.plansParts = true
        }
        .needs(["records"], because: "parts begin and end between records")
        .excludes(["on-error", "require-match", "threads"], because: "a plan does not read all records"),
        Flag(
            name: "part-size",
            value: .required("SIZE"),
            summary: "Bytes of a planned part, at least",
            default: "64M"
        ) { run, value in
            run.partSize = try value.length(1...1 << 30)
        }
        .needs(["plan"], because: "it is the size of planned parts"),
        Flag(
            name: "part",
            value: .required("JSON"),
            summary: "Convert the part that a line of --plan describes"
        ) { run, value in
            let text = try value.text
            do throws(XMLError) {
                run.part = try PlannedPart(json: text)
            } catch {
                throw CommandError("--part takes a line of --plan: \(Terminal.shown(error.message))")
            }
        }
        .needs(["records"], because: "parts begin and end between records")
        .excludes(["on-error", "require-match", "threads"], because: "a part does not have all records")
        .excludes(["plan"], because: "a plan is made once, and then its parts are read"),
    ]

    private static let limits: [Flag] = [
        .limit("max-depth", "Depth of elements", .depth),
        .limit("max-token-length", "Bytes of a tag or comment", .tokenLength),
        .limit("max-name-length", "Bytes of a name", .nameLength),
        .limit("max-namespace-length", "Bytes of a namespace's URI", .namespaceLength),
        .limit("max-attributes", "Attributes of a tag", .attributes),
        .limit("max-entities", "Entities declared", .entities),
        .limit("max-entity-depth", "Depth of entities", .entityDepth),
        .limit("max-entity-length", "Bytes of an entity's text", .entityLength),
        .limit("max-attribute-declarations", "Attributes declared", .attributeDeclarations),
        .limit("max-amplification", "Result / input, past 8 MiB", .amplification),
        .limit("max-result", "Memory of a document or record", .result),
        .limit("max-errors", "Errors skipped in an input", .errors)
            .needs(["on-error skip"], because: "it bounds the number of skipped errors"),
    ]

    private static let other: [Flag] = [
        .constant("quiet", letter: "q", members: [], "Show errors, but no warnings and no progress", \.isQuiet, true),
        Flag(
            name: "generate",
            value: .required("KIND", .words(GeneratedText.allCases.map(\.rawValue))),
            summary: "man: the man page; bash, zsh, fish: completions"
        ) { run, value in
            run.text = try value.choice(of: GeneratedText.self)
        },
        Flag(name: "help", letter: "h", summary: "Show all flags; -h shows one screen by task") { run, value in
            run.text = value.isOfLetter ? .tasks : .help
        },
        .constant("version", members: [], "Show the version", \.text, .version),
    ]
}
