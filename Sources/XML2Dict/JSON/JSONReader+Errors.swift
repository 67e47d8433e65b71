/// Making errors.
extension JSONReader {
    /// The error of a fault before the first byte that has not been read.
    func error(_ fault: JSONFault, isLast: Bool) -> XMLReaderError {
        let back = fault.isOneBack ? 1 : 0
        let offset = readCount - back, shown = margin.shown(fromEarlier: back)
        let fault = fault.refined(at: offset, shown), limit = fault.limit
        var excerpt = Excerpt(
            around: margin.readCount - back,
            in: margin.all,
            isFromStart: readCount == margin.readCount
        )
        if isLast { excerpt?.end() }
        var error = XMLReaderError(
            fault.code,
            limit.map { message(over: $0) } ?? words(of: fault, shown).message,
            line: line.number + 1,
            column: line.column(of: offset),
            byteOffset: offset,
            path: path
        )
        error.limit = limit
        return excerpt.map { error.with($0) } ?? error
    }

    /// The error of a value that exceeds the limit of its memory, at the place where it begins.
    var resultError: XMLReaderError {
        let (line, column, offset) = valueStart
        var error = XMLReaderError(.limit, XMLReaderError.Limit.result.message(resultLimit), line: line, column: column)
        (error.byteOffset, error.limit) = (offset, .result)
        return error
    }

    private func words(of fault: JSONFault, _ shown: [UInt8]) -> JSONFaultMessage {
        JSONFaultMessage(
            fault: fault,
            expectation: expectation,
            number: number,
            isAtStart: readCount == 0,
            isInArray: innermost.isArray,
            isOutside: open.count == 0,
            key: names.names[key].shortened,
            byte: margin.held.first ?? 0,
            next: shown
        )
    }

    private func message(over limit: XMLReaderError.Limit) -> ErrorMessage {
        switch limit {
        case .depth: limit.message(depthLimit, "arrays and objects are nested more than # deep")
        case .tokenLength: limit.message(numberLimit, "a number is longer than # bytes")
        default: limit.message(nameLimit)
        }
    }

    // MARK: The path

    /// How many names a long path shows at each end.
    private static var shownCount: Int { 20 }

    /// The JSON pointer (RFC 6901) to the value or the container that has the error, such as `/items/3/name`.
    ///
    /// When more than 40 containers are open, `…` replaces the middle of it.
    private var path: String {
        let last = open.count > 0 ? lastStep : ""
        let count = open.count - (last.isEmpty ? 1 : 0)
        var path = ""
        for depth in 1..<max(1, open.count) {
            if depth <= Self.shownCount || depth > count - Self.shownCount {
                path += step(to: container(at: depth + 1), in: container(at: depth))
            } else if depth == Self.shownCount + 1 {
                path += "/…"
            }
        }
        return path + last
    }

    /// An open container; the outermost one has depth 1.
    private func container(at depth: Int) -> Container {
        depth < open.count ? open[depth] : innermost
    }

    private func step(to inner: Container, in outer: Container) -> String {
        outer.isArray ? "/\(inner.start - outer.start)" : step(to: inner.key)
    }

    private func step(to key: Int) -> String {
        var step = "/"
        for scalar in names.names[key].shortened.unicodeScalars {
            switch scalar {
            case "~": step += "~0"
            case "/": step += "~1"
            default: step.unicodeScalars.append(scalar)
            }
        }
        return step
    }

    /// The step to the value that is next or being read; empty elsewhere.
    private var lastStep: String {
        switch expectation {
        case .item, .firstItem: "/\(pending.count - innermost.start)"
        case .text, .number: innermost.isArray ? "/\(pending.count - innermost.start)" : step(to: key)
        case .colon, .memberValue: step(to: key)
        case .topValue, .key, .firstKey, .keyText, .memberEnd, .itemEnd, .nothing: ""
        }
    }
}
