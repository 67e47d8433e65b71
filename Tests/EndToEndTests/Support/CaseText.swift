import TestSupport

/// Bytes as the lines of text of a case.
///
/// `{{1B 5B}}` is bytes by their hexadecimal numbers, and `{{}}` at the end of a line removes the line break.
enum CaseText {
    // MARK: Reading

    /// The bytes of a section.
    ///
    /// - Parameters:
    ///   - lines: The lines after the section's name; empty ones at the end do not count.
    ///   - number: The number of the first of them.
    /// - Returns: The lines with their line ends, and without escapes.
    /// - Throws: `CaseFile.Malformed` for an invalid escape.
    static func bytes(of lines: ArraySlice<String>, from number: Int) throws -> Bytes {
        var bytes: [UInt8] = []
        for (line, number) in zip(trimmed(lines), number...) {
            let isJoined = line.hasSuffix("{{}}")
            bytes += try self.bytes(ofLine: isJoined ? line.dropLast(4) : line[...], number).values
            if !isJoined { bytes.append(UInt8(ascii: "\n")) }
        }
        return Bytes(bytes)
    }

    /// The bytes of one line, without its line break.
    ///
    /// - Throws: `CaseFile.Malformed` for an invalid escape.
    static func bytes(ofLine line: Substring, _ number: Int) throws -> Bytes {
        let parts = line.split(separator: "{{", omittingEmptySubsequences: false)
        var bytes = Array(parts[0].utf8)
        for part in parts.dropFirst() {
            let end = part.firstRange(of: "}}")
            let digits = part[..<(end?.lowerBound ?? part.startIndex)].split(separator: " ")
            let values = digits.compactMap { $0.count == 2 ? UInt8($0, radix: 16) : nil }
            guard let end, !values.isEmpty, values.count == digits.count else {
                throw CaseFile.Malformed(line: number, problem: "{{ must begin bytes, such as {{1B 5B}}")
            }
            bytes += values + part[end.upperBound...].utf8
        }
        return Bytes(bytes)
    }

    /// The arguments of a command line, split at spaces; '…' keeps characters together.
    ///
    /// Characters with a meaning in a shell must be in quotes, so that a shell takes the command line as it is.
    ///
    /// - Throws: `CaseFile.Malformed`.
    static func arguments(of line: String, _ number: Int) throws -> [Bytes] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        for character in line.dropFirst(2) {
            switch character {
            case "'":
                isQuoted.toggle()
                word = word ?? ""
            case " " where !isQuoted:
                if let word { words.append(word) }
                word = nil
            case _ where !isQuoted && "\"$`\\*?[]|&;<>()#~!".contains(character):
                throw CaseFile.Malformed(line: number, problem: "\(character) must be in quotes: '\(character)'")
            default:
                word = (word ?? "") + String(character)
            }
        }
        if isQuoted { throw CaseFile.Malformed(line: number, problem: "a quote is not closed") }
        if let word { words.append(word) }
        guard words.first == "xml2dict" else {
            throw CaseFile.Malformed(line: number, problem: "a command line begins with '$ xml2dict'")
        }
        return try words.dropFirst().map { try bytes(ofLine: $0[...], number) }
    }

    /// Lines without the empty ones at the end.
    static func trimmed(_ lines: ArraySlice<String>) -> ArraySlice<String> {
        lines[..<(lines.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? lines.startIndex)]
    }

    // MARK: Writing

    /// The sections of an outcome.
    static func lines(of outcome: CaseFile.Outcome) -> [String] {
        var lines: [String] = []
        for (name, bytes) in [("output", outcome.result.output), ("messages", outcome.result.errors)]
        where !bytes.isEmpty {
            lines += ["--- " + name] + self.lines(of: bytes)
        }
        switch outcome.result.ending {
        case .exited(0): break
        case .exited(let status): lines.append("--- status \(status)")
        case .killed(let signal): lines.append("--- killed by signal \(signal)")
        }
        for (name, bytes) in outcome.written.sorted(by: { "\($0.key)" < "\($1.key)" }) {
            lines += ["--- written \(name.text ?? name.description)"] + self.lines(of: bytes)
        }
        return lines
    }

    /// The lines of a section with these bytes.
    private static func lines(of bytes: Bytes) -> [String] {
        let lines = bytes.values.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard let last = lines.last, !last.isEmpty else {
            let lines = lines.dropLast().map { line($0) }
            return lines.last == "" ? lines.dropLast() + ["{{0A}}{{}}"] : lines
        }
        return lines.dropLast().map { line($0) } + [line(last, end: "{{}}")]
    }

    /// A line in which invisible characters, and those with a meaning in the format, are escaped.
    private static func line(_ bytes: ArraySlice<UInt8>, end: String = "") -> String {
        let text = String(validating: bytes, as: UTF8.self)
        let scalars = text.map { Array($0.unicodeScalars) } ?? bytes.map { Unicode.Scalar($0) }
        var line = end
        for scalar in scalars.reversed() {
            let isEscaped =
                !isVisible(scalar) || text == nil && !scalar.isASCII || scalar == "{" && line.hasPrefix("{")
                || scalar == " " && line.isEmpty
            let values = text == nil ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
            line = (isEscaped ? escape(values) : String(scalar)) + line
        }
        let isStructure = line.hasPrefix("$ ") || line.hasPrefix("--- ")
        return isStructure ? escape(line.utf8.prefix(1)) + line.dropFirst() : line
    }

    private static func escape(_ bytes: some Sequence<UInt8>) -> String {
        let numbers = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
        return "{{" + numbers.joined(separator: " ") + "}}"
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        case .nonspacingMark, .spacingMark, .enclosingMark: false
        case .spaceSeparator: scalar == " "
        default: true
        }
    }
}
