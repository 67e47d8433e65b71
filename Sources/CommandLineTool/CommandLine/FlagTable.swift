import XML2Dict

extension Flag {
    /// Every flag there is, in the order of the help.
    static let all: [Flag] = output + shape + text + names + types + parts + input + limits + other

    private static let output: [Flag] = [
        Flag("records", nil, .required("PATH"), .output, "Write each element at PATH as one line, in constant memory") {
            run,
            value in
            let path = try value.path()
            guard run.records == nil else { throw UsageError("--records can be given once: a record has one path") }
            run.records = path
        },
        Flag("output", "o", .required("FILE", .file), .output, "Write to FILE; on failure the old file stays") {
            run,
            value in
            run.output = value.argument
        },
        Flag("compact", "c", .none, .output, "Write each document on one line") { run, _ in
            run.format.indentation = .none
        },
        Flag("indent", nil, .required("N"), .output, "Indent by N spaces; 0 is --compact (default 2)") { run, value in
            let count = try value.number(0...64)
            run.format.indentation = count == 0 ? .none : .spaces(count)
        },
        Flag("tab", nil, .none, .output, "Indent by tabs") { run, _ in
            run.format.indentation = .tab
        },
        Flag("sort-keys", "S", .none, .output, "Write the keys of each object in order") { run, _ in
            run.format.sortsKeys = true
        },
        Flag("ascii", nil, .none, .output, "Write everything beyond ASCII as \\uXXXX") { run, _ in
            run.format.isASCII = true
        },
        Flag(
            "color",
            "C",
            .optional("WHEN", .words(["always", "never", "auto"])),
            .output,
            "Colour: always, never or auto (default auto)"
        ) { run, value in
            guard value.argument != nil else { return run.color = .always }
            run.color = try value.choice(["always": .always, "never": .never, "auto": .auto])
        },
    ]

    private static let shape: [Flag] = [
        Flag(
            "convention",
            nil,
            .required("NAME", .words(XMLReader.Convention.allCases.map(\.rawValue))),
            .shape,
            "\(XMLReader.Convention.allCases.map(\.rawValue).alternatives); other flags change single things (default xmlreader)",
            isPreset: true
        ) { run, value in
            run.options = XMLReader.Options(try value.choice(of: XMLReader.Convention.self))
        },
        .choice(
            "attributes",
            .shape,
            "merge, prefix, group or discard attributes (default merge: side by side with child elements)",
            ["merge": .merge, "prefix": .prefix, "group": .group, "discard": .discard],
            \.attributeMode
        ),
        Flag(
            "attr-prefix",
            aliases: ["xml-attribute-prefix"],
            nil,
            .required("P"),
            .shape,
            "Start the keys of attributes with P (default @)"
        ) { run, value in
            run.attributePrefix = try value.text
        },
        Flag(
            "attr-group",
            nil,
            .required("KEY"),
            .shape,
            "Put the attributes of an element under KEY (default @attributes)"
        ) { run, value in
            run.attributeGroup = try value.text
        },
        .choice(
            "text-only",
            .shape,
            "What an element with nothing but text becomes: dictionary or string (default dictionary)",
            ["dictionary": .dictionary, "string": .string],
            \.options.textOnly
        ),
        Flag(
            "force-text",
            nil,
            .required("PATH"),
            .shape,
            "With --text-only string, elements at PATH stay dictionaries; can be given again"
        ) { run, value in
            run.options.forceText.append(try value.path().description)
        },
        .choice(
            "empty",
            .shape,
            "What an empty element becomes: dictionary, null, string or omit (default dictionary: {})",
            ["dictionary": .dictionary, "null": .null, "string": .string, "omit": .omitted],
            \.options.empty
        ),
        Flag(
            "force-list",
            aliases: ["xml-force-list"],
            nil,
            .required("PATH"),
            .shape,
            "Elements at PATH are arrays even when there is one; can be given again"
        ) { run, value in
            run.options.forceList.append(try value.path().description)
        },
        Flag(
            "force-list-file",
            nil,
            .required("FILE", .file),
            .shape,
            "The same for each line of FILE; empty lines and # comments do not count"
        ) { run, value in
            run.options.forceList += try value.pathsInFile()
        },
        Flag("force-list-all", nil, .none, .shape, "All elements are arrays, but for the root and records") { run, _ in
            run.options.forcesAllLists = true
        },
        .choice(
            "siblings",
            .shape,
            "When all children of an element have one name: fold them under it, or let an array take the element's place (default fold)",
            ["fold": .folded, "array": .array],
            \.options.siblings
        ),
        .choice(
            "elements",
            .shape,
            "Elements become dictionary, or array: name, attributes and content in document order (default dictionary)",
            ["dictionary": .dictionaries, "array": .arrays],
            \.options.elements
        ),
        .choice(
            "root",
            .shape,
            "keep or drop the root's name (default keep)",
            ["keep": .kept, "drop": .dropped],
            \.options.root
        ),
        .choice(
            "on-collision",
            .shape,
            "When different things share a key: fold them into an array, or error (default fold)",
            ["fold": .folded, "error": .refused],
            \.options.onCollision
        ),
    ]

    private static let text: [Flag] = [
        Flag(
            "text-key",
            aliases: ["xml-content-name"],
            nil,
            .required("KEY"),
            .text,
            "Put text under KEY (default text)"
        ) { run, value in
            run.options.textKey = try value.text
        },
        .choice(
            "trim",
            .text,
            "Cut white space off text: ends, collapse (also inside) or none (default ends)",
            ["ends": .ends, "collapse": .collapse, "none": .none],
            \.options.trimming
        ),
        Flag("no-trim", nil, .none, .text, "The same as --trim none") { run, _ in
            run.options.trimming = .none
        },
        .choice(
            "xml-space",
            .text,
            "honor or ignore xml:space=\"preserve\", which turns trimming off (default honor)",
            ["honor": true, "ignore": false],
            \.options.honorsXMLSpace
        ),
        Flag("protect-cdata", nil, .none, .text, "Do not trim white space in CDATA sections") { run, _ in
            run.options.protectsCDATA = true
        },
        Flag(
            "text-separator",
            nil,
            .required("S"),
            .text,
            "Put S between pieces of text that child elements part (default nothing)"
        ) { run, value in
            run.options.textSeparator = try value.text
        },
        Flag("cdata-key", nil, .required("KEY"), .text, "Put CDATA sections under KEY (default: they are text)") {
            run,
            value in
            run.options.cdataKey = try value.text
        },
        Flag("comment-key", nil, .required("KEY"), .text, "Put comments under KEY (default: left out)") { run, value in
            run.options.commentKey = try value.text
        },
        Flag("pi-key", nil, .required("KEY"), .text, "Put processing instructions under KEY (default: left out)") {
            run,
            value in
            run.options.processingInstructionKey = try value.text
        },
        Flag("doctype-key", nil, .required("KEY"), .text, "Put the DOCTYPE under KEY (default: left out)") {
            run,
            value in
            run.options.doctypeKey = try value.text
        },
        .choice(
            "xml-declaration",
            .text,
            "keep version and encoding beside the root, or drop them (default drop)",
            ["keep": true, "drop": false]
        ) { run, choice in
            run.options.includesXMLDeclaration = choice
            run.keepsXMLDeclaration = run.options.includesXMLDeclaration
        },
    ]

    private static let names: [Flag] = [
        .choice(
            "namespaces",
            .names,
            "keep prefixes, strip them, or expand them to the namespace's URI (default keep)",
            ["keep": .kept, "strip": .stripped, "expand": .expanded],
            \.options.namespaces
        ),
        Flag(
            "namespace",
            nil,
            .required("URI=PREFIX"),
            .names,
            "Names in this namespace get PREFIX (or none) whatever the document calls it; can be given again"
        ) { run, value in
            let (uri, prefix) = try value.pair("URI=PREFIX, such as http://www.w3.org/2005/Atom=atom")
            guard XMLReader.Options.isPrefix(prefix) else {
                throw UsageError("--namespace: '\(prefix)' is not a prefix")
            }
            run.options.namespacePrefixes[uri] = prefix
        },
        .choice(
            "xmlns",
            .names,
            "Namespace declarations: keep them as attributes, collect those of an element under xmlns, inherit (all in force), or drop them (default keep; with --namespaces strip, drop)",
            [
                "keep": XMLReader.NamespaceDeclarations.attributes, "collect": .collected, "inherit": .inScope,
                "drop": .discarded,
            ]
        ) { run, choice in
            run.options.namespaceDeclarations = choice
            run.keepsDeclarations = run.options.namespaceDeclarations == .attributes
        },
        Flag(
            "xmlns-default-key",
            nil,
            .required("KEY"),
            .names,
            "The key of the default namespace among collected declarations (default empty)"
        ) { run, value in
            run.options.defaultNamespaceKey = try value.text
        },
        Flag("prefix-separator", nil, .required("S"), .names, "Put S between prefix and name (default :)") {
            run,
            value in
            run.options.prefixSeparator = try value.text
        },
        .choice(
            "keys",
            .names,
            "Spell names as in the document, or in lower, snake or camel case: keep, lower, snake, camel (default keep)",
            ["keep": .asWritten, "lower": .lowercase, "snake": .snakeCase, "camel": .camelCase],
            \.options.keys
        ),
    ]

    private static let types: [Flag] = [
        Flag("types", nil, .none, .types, "Recognise numbers and booleans that print back the same text") { run, _ in
            run.options.types = .inferred
        },
        Flag(
            "type",
            nil,
            .required("PATH=TYPE"),
            .types,
            "Text at PATH, or the attribute at PATH/@NAME, is a string, number or boolean; what is none stays a string; can be given again"
        ) { run, value in
            let form = "PATH=TYPE, such as item/price=number or item/@id=string"
            let (path, word) = try value.pathAndWord(form)
            let types: KeyValuePairs = ["string": XMLReader.TextType.string, "number": .number, "boolean": .boolean]
            guard let type = types.first(where: { $0.key == word })?.value else {
                throw UsageError(
                    "--type takes \(form); a type is string, number or boolean, not '\(Terminal.escape(word))'"
                )
            }
            run.options.typesByPath.append(.init(path.description, type))
        },
        Flag("nil", nil, .none, .types, "An element with xsi:nil=\"true\" and nothing else is null") { run, _ in
            run.options.nilIsNull = true
        },
    ]

    private static let parts: [Flag] = [
        Flag(
            "select",
            nil,
            .required("PATH"),
            .parts,
            "Convert only the elements at PATH, to an array; can be given again"
        ) { run, value in
            run.options.select.append(try value.path().description)
        },
        Flag(
            "skip",
            nil,
            .required("PATH"),
            .parts,
            "Leave out the elements at PATH, or the attribute at PATH/@NAME; can be given again"
        ) { run, value in
            run.options.skip.append(try value.path(allowsAttribute: true).description)
        },
    ]

    private static let input: [Flag] = [
        Flag(
            "encoding",
            nil,
            .required("NAME"),
            .input,
            "Read the bytes as NAME (default: what they and their declaration say)"
        ) { run, value in
            run.options.encoding = try value.encoding
        },
        .choice(
            "entities",
            .input,
            "expand entities that the document declares, forbid them, or know those of html, too (default expand)",
            ["expand": .expanded, "forbid": .forbidden, "html": .html],
            \.options.entities
        ),
    ]

    private static let limits: [Flag] = Limit.all.map { limit in
        Flag(limit.flag, nil, .required("N"), .limits, limit.help) { run, value in
            run.options.limits[keyPath: limit.value] = try limit.isLength ? value.length : value.number(0...Int.max)
        }
    }

    private static let other: [Flag] = [
        Flag("no-progress", nil, .none, .other, "Do not show on a terminal how far long work is") { run, _ in
            run.showsProgress = false
        },
        Flag(
            "generate",
            nil,
            .required("KIND", .words(Generated.allCases.map(\.rawValue))),
            .other,
            "Write the man page, or completions for a shell: man, bash, zsh or fish"
        ) { run, value in
            run.task = .generate(try value.choice(of: Generated.self))
        },
        Flag("help", "h", .none, .other, "Show this help") { run, _ in
            run.task = .showHelp
        },
        Flag("version", nil, .none, .other, "Show the version") { run, _ in
            run.task = .showVersion
        },
    ]
}
