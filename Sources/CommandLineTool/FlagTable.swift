import XML2Dict

extension Flag {
    /// Every flag there is, in the order of the help.
    static let all: [Flag] = output + mapping + limits + other

    private static let output: [Flag] = [
        Flag("records", nil, .required("PATH"), .output, "Write each element at PATH as one line, in constant memory") {
            run,
            argument in
            run.records = try path(argument, "--records")
        },
        Flag("output", "o", .required("FILE"), .output, "Write to FILE; on failure the old file stays") {
            run,
            argument in
            run.output = argument
        },
        Flag("compact", "c", .none, .output, "Write each document on one line") { run, _ in
            run.format.indentation = .none
        },
        Flag("indent", nil, .required("N"), .output, "Indent by N spaces; 0 is --compact (default 2)") {
            run,
            argument in
            let count = try number(argument, 0...64, "--indent")
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
        Flag("color", "C", .optional("WHEN"), .output, "Colour: always, never or auto (default auto)") {
            run,
            argument in
            run.color = argument == nil ? .always : try choice(argument, "--color", Invocation.Color.self)
        },
    ]

    private static let mapping: [Flag] = [
        Flag(
            "attributes",
            nil,
            .required("HOW"),
            .mapping,
            "merge, prefix, group or discard attributes (default merge: side by side with child elements)"
        ) { run, argument in
            run.attributeMode = try choice(argument, "--attributes", Invocation.AttributeMode.self)
        },
        Flag(
            "attr-prefix",
            nil,
            .required("P"),
            .mapping,
            "Start the keys of attributes with P (default @)"
        ) { run, argument in
            run.attributePrefix = try text(argument, "--attr-prefix")
            run.attributeMode = .prefix
        },
        Flag(
            "attr-group",
            nil,
            .required("KEY"),
            .mapping,
            "Put the attributes of an element under KEY (default @attributes)"
        ) { run, argument in
            run.attributeGroup = try text(argument, "--attr-group")
            run.attributeMode = .group
        },
        Flag("text-key", nil, .required("KEY"), .mapping, "Put text under KEY (default text)") { run, argument in
            run.options.textKey = try text(argument, "--text-key")
        },
        Flag(
            "text-only",
            nil,
            .required("HOW"),
            .mapping,
            "What an element with nothing but text becomes: dictionary or string (default dictionary)"
        ) { run, argument in
            run.options.textOnly = try choice(argument, "--text-only", Invocation.TextOnly.self).option
        },
        Flag(
            "empty",
            nil,
            .required("HOW"),
            .mapping,
            "What an empty element becomes: dictionary, null, string or omit (default dictionary: {})"
        ) { run, argument in
            run.options.empty = try choice(argument, "--empty", Invocation.Empty.self).option
        },
        Flag(
            "trim",
            nil,
            .required("HOW"),
            .mapping,
            "Cut white space off text: ends or none (default ends, unless xml:space says preserve)"
        ) { run, argument in
            run.options.trimming = try choice(argument, "--trim", Invocation.Trim.self).option
        },
        Flag("no-trim", nil, .none, .mapping, "The same as --trim none") { run, _ in
            run.options.trimming = .none
        },
    ]

    private static let limits: [Flag] = [
        Flag("max-depth", nil, .required("N"), .limits, "Nest elements at most N deep (default 1000)") {
            run,
            argument in
            run.options.limits.maxDepth = try number(argument, 0...Int.max, "--max-depth")
        }
    ]

    private static let other: [Flag] = [
        Flag("no-progress", nil, .none, .other, "Do not show on a terminal how far long work is") { run, _ in
            run.showsProgress = false
        },
        Flag("help", "h", .none, .other, "Show this help") { run, _ in
            run.task = .showHelp
        },
        Flag("version", nil, .none, .other, "Show the version") { run, _ in
            run.task = .showVersion
        },
    ]

    // MARK: Values

    private static func text(_ argument: Argument?, _ flag: String) throws(UsageError) -> String {
        guard let text = argument?.text else { throw UsageError("the value of \(flag) is not UTF-8") }
        return text
    }

    private static func path(_ argument: Argument?, _ flag: String) throws(UsageError) -> XMLPath {
        let text = try text(argument, flag)
        do throws(XMLReaderError) {
            return try XMLPath(text)
        } catch {
            throw UsageError("\(flag): \(error.message)")
        }
    }

    private static func number(
        _ argument: Argument?,
        _ range: ClosedRange<Int>,
        _ flag: String
    ) throws(UsageError) -> Int {
        if let text = argument?.text, text.allSatisfy(\.isWholeNumber), let number = Int(text), range.contains(number) {
            return number
        }
        let bounds =
            range.upperBound == .max
            ? "a whole number, \(range.lowerBound) or more"
            : "a whole number from \(range.lowerBound) to \(range.upperBound)"
        throw UsageError("\(flag) takes \(bounds), not '\(argument?.shown ?? "")'")
    }

    private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ argument: Argument?,
        _ flag: String,
        _: Choice.Type
    ) throws(UsageError) -> Choice {
        if let text = argument?.text, let choice = Choice(rawValue: text) { return choice }
        let choices = Choice.allCases.map(\.rawValue).joined(separator: ", ")
        throw UsageError("\(flag) takes one of \(choices), not '\(argument?.shown ?? "")'")
    }
}
