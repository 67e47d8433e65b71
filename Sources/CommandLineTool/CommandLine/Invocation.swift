import XML2Dict
import XML2DictEditing
import XML2DictShape
import XML2DictWriting

struct Invocation {
    var text: GeneratedText?
    var options = XMLOptions()
    /// The values of the given flags by the name of the flag, with an empty value for a flag without a value.
    var given: [String: String] = [:]
    /// The paths of the elements and attributes to write one by one, empty for whole documents.
    var records: [XMLPath] = []
    var writesXML = false
    var writer = XMLWriter()
    /// Whether the command skips broken records, or skips broken inputs if `--records` is not given.
    var skipsBrokenRecords = false
    var format = XMLValue.JSONFormat.pretty
    /// Whether the output has colors, or `nil` for colors only on a terminal whose user wants them.
    var isColored: Bool?
    var decompresses = true
    var plansParts = false
    /// The part of a file that is converted, `nil` for whole files.
    var part: FilePart?
    /// The minimum number of bytes of a planned part.
    var partSize = 64 * 1024 * 1024
    /// The number of threads, where `nil` means all cores for a large file, and one thread for other files.
    var threads: Int?
    var description: DescriptionFormat?
    var shapes: [Argument] = []
    var fillsMissingLists = false
    var warnsOfMismatches = false
    /// The edits of the inputs, where a deletion has the value `nil`.
    var edits: [(flag: String, path: String, value: String?)] = []
    var editsInPlace = false
    var isQuiet = false
    var output: Argument?
    var argumentFiles: [Argument] = []
    /// The files to read, where `-` and an empty array both mean standard input.
    var inputs: [Argument] = []

    /// Combines the values of all flags, after the parser has applied the last flag.
    ///
    /// - Parameters:
    ///   - report: Called for each broken record that is skipped.
    ///   - warn: Called for each value that the command writes although the value does not fit the schema.
    /// - Returns: The plan of a reader.
    /// - Throws: `CommandError` for flags that contradict each other, and for invalid values.
    func plan(
        _ report: @escaping @Sendable (XMLError) -> Void,
        warn: @escaping @Sendable (XMLError) -> Void
    ) throws(CommandError) -> Plan {
        try checkRules()
        for (flag, path) in [("records", records.last?.description), ("select", lastSelected?.description)] {
            // A path with a dot, such as `feed.xml`, is more likely the name of a file, if such a file exists.
            if let path, inputs.isEmpty, path.contains("."), FileDescriptor.isPlainFile(path) {
                let name = Terminal.shown(path)
                throw CommandError("--\(flag) takes a path of elements, and '\(name)' is a file: is the path missing?")
            }
        }
        for flag in ["plan", "part"] where given[flag] != nil && inputs.count > 1 {
            throw CommandError("--\(flag) takes one file")
        }
        let isOfDocuments = description.map { !$0.isOfOutput } ?? false
        var options = isOfDocuments ? options.forDescription : options
        options.shape = try readShape(warn)
        if let lost = fileThatOutputReplaces(options.shape) {
            throw CommandError("--output would replace \(lost), which is read; name another file")
        }
        let policy: XMLOptions.ErrorPolicy = skipsBrokenRecords && !records.isEmpty ? .skip(report) : .stop
        do throws(XMLError) {
            return try Plan(options, recordsAt: recordPath, onError: policy, isSeries: records.isEmpty)
        } catch {
            let flag = error.option.flatMap { Flag.setting($0) }
            throw CommandError(
                (flag.map { "--\($0.name): " } ?? "") + DocumentURL.hidingPasswords(in: error.words.withFlags)
            )
        }
    }

    func editPlan() throws(CommandError) -> EditPlan? {
        guard !edits.isEmpty else { return nil }
        if editsInPlace, let other = (inputs.isEmpty ? [.standardInput] : inputs).first(where: \.isIrreplaceable) {
            let name = other.text == "-" ? "standard input" : other.shown
            throw CommandError("--in-place takes files, and not \(name); leave out --in-place")
        }
        if !editsInPlace, inputs.count > 1 {
            throw CommandError("--\(edits[0].flag) edits one input; add --in-place to edit several files")
        }
        var editor = XMLEditor(options)
        for (flag, path, value) in edits {
            do throws(XMLError) {
                if let value { try editor.set(path, to: value) } else { try editor.delete(path) }
            } catch {
                let status: ExitStatus = error.code == .invalidPath ? .usage : .badData
                throw CommandError("--\(flag): \(Terminal.shown(error.words.withFlags))", status)
            }
        }
        do throws(XMLError) { return try editor.plan() } catch { throw CommandError(error.words.withFlags) }
    }

    /// A file that the command reads, and that the output would replace.
    ///
    /// For example, `-o b.xml a.xml b.xml` would replace an input. A conversion of one file may replace this file.
    private func fileThatOutputReplaces(_ shape: XMLShape?) -> String? {
        guard let output else { return nil }
        let isInPlace = inputs.count == 1 && description == nil && !plansParts && part == nil
        let read = shapes + argumentFiles + (isInPlace ? [] : inputs)
        return read.first { isSameFile($0.bytes, output.bytes) }?.shownAsFile
            ?? shape?.files.first { isSameFile($0, output.bytes) }.map { Terminal.shown($0) }
    }

    var recordPath: XMLPath? {
        records.isEmpty ? nil : XMLPath(unchecked: records.map(\.description).joined(separator: "|"))
    }

    func writer(_ plan: Plan) throws(CommandError) -> XMLWriter? {
        guard writesXML else { return nil }
        var writer = writer
        writer.options = options
        writer.format.indent = format.indent
        writer.format.isASCII = format.isASCII
        writer.format.hasDeclaration = given["xml-declaration"] == nil || plan.form.includesXMLDeclaration
        do throws(XMLError) {
            try writer.check()
        } catch {
            throw CommandError(DocumentURL.hidingPasswords(in: error.words.withFlags))
        }
        return writer
    }

    private func readShape(_ warn: @escaping @Sendable (XMLError) -> Void) throws(CommandError) -> XMLShape? {
        guard let last = shapes.last else { return nil }
        let onMismatch = warnsOfMismatches ? warn : nil
        // The loop reads each file only once, because a file may be a pipe.
        var isXML: [Bool] = [], files: [(name: String?, source: XMLSource)] = [], bytes: [UInt8] = []
        for shape in shapes {
            bytes = try shape.contentsOfFile(for: "--shape")
            // XML begins with `<`. The search skips a byte order mark, zero bytes of UTF-16 or UTF-32, and white space.
            isXML.append(bytes.first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "<"))
            files.append((shape.text ?? shape.shown, .bytes(bytes)))
        }
        if description != nil { try checkDescription(isXML) }
        do throws(XMLError) {
            guard isXML.contains(true) else {
                if shapes.count > 1 { throw XMLError(.invalidOptions, "a JSON Schema is one file, and two are given") }
                return try XMLShape(json: bytes, fillsMissingLists: fillsMissingLists, onMismatch: onMismatch)
            }
            guard !isXML.contains(false) else {
                throw XMLError(.invalidOptions, "one file is an XML Schema and another a JSON Schema; give one kind")
            }
            let folder = FileDescriptor.currentFolder
            return try XMLShape(files, folder, limits, fillsMissingLists, onMismatch)
        } catch {
            let position = error.line.map { ":\($0)" + (error.column.map { ":\($0)" } ?? "") } ?? ""
            let path = error.path.isEmpty || error.path == "/" ? "" : " (at \(error.path))"
            let file = error.file.map { Terminal.shown($0) } ?? last.shownAsFile
            let status: ExitStatus = error.code == .invalidOptions ? .usage : .badData
            throw CommandError("--shape: \(file)\(position): \(error.words.withFlags)\(path)", status)
        }
    }

    /// Checks that all schemas are XML Schemas, and that there are no inputs.
    private func checkDescription(_ isXML: [Bool]) throws(CommandError) {
        if let index = isXML.firstIndex(of: false) {
            throw CommandError(
                "--shape cannot be used with --describe: \(shapes[index].shownAsFile) is a JSON Schema, and only an XML Schema is described"
            )
        }
        guard let name = inputs.first?.shownAsFile else { return }
        throw CommandError(
            "--describe with an XML Schema describes the schema: leave out \(name), or leave out --shape to describe \(name)"
        )
    }
}

enum DescriptionFormat: String, CaseIterable {
    case table
    case jsonSchema = "json-schema"
    case swift
    case html

    var isOfOutput: Bool { self == .jsonSchema }
}

enum GeneratedText: String, CaseIterable {
    case man, bash, zsh, fish
    /// The tables of the article Flags, for contributors.
    case markdown
    // The flags `--help`, `-h` and `--version` show these texts.
    case help, tasks, version

    static let allCases: [GeneratedText] = [.man, .bash, .zsh, .fish]
}
