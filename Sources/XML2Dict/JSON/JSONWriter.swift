/// Writes values as JSON text (RFC 8259), without recursion, into memory or through one buffer to a file.
///
/// The writer visits entries in order, and stacks the open containers. For `{"a": [1, 2], "b": 3}`, when `2` is next:
///
///     stack    [ {…}: at "b" ]        current  [ […]: at 2 ]
///
/// Each container is a range of entries, so the stack only needs the range and the next index.
struct JSONWriter: ~Copyable {
    struct Container: BitwiseCopyable {
        let start: Int
        var next: Int
        let end: Int
        let isDictionary: Bool
    }

    var output: OutputBuffer
    let format: XMLValue.JSONFormat
    /// Whether the format has more escapes than JSON needs.
    let escapesMore: Bool
    /// Whether a plain key needs only quotation marks, and no colors or escapes for a terminal.
    private let hasPlainKeys: Bool
    private let unit: (byte: UInt8, count: Int)?
    private var stack = GrowableBuffer<Container>()
    private var stop: JSONCutter.Cut?
    /// Entries of open dictionaries, in the order of their keys, if the format sorts keys.
    private var sorted = GrowableBuffer<Entry>()

    init(_ format: XMLValue.JSONFormat, to target: OutputBuffer.Target) {
        self.format = format
        output = OutputBuffer(to: target)
        escapesMore = format.isASCII || format.isForTerminal
        hasPlainKeys = !format.isColored && !format.isForTerminal
        unit = format.indent.unit
    }

    mutating func write(_ value: Entry, in tree: StorageView) throws(SystemError) {
        guard isFilledContainer(value) else { return try writeSimple(value, tree, depth: 0) }
        try write(from: try open(value, tree), in: tree)
    }

    mutating func write(_ chunk: JSONCutter.Chunk, of value: Entry, in tree: StorageView) throws(SystemError) {
        stop = chunk.end
        guard let start = chunk.start else { return try write(value, in: tree) }
        for container in start.outer {
            stack.append(endingAtStop(container))
        }
        try write(from: endingAtStop(start.current), in: tree)
    }

    /// Returns the container, with its end moved to the stop if the stop is in the container.
    private func endingAtStop(_ container: Container) -> Container {
        guard let stop, isStop(stop, in: container) else { return container }
        return Container(
            start: container.start,
            next: container.next,
            end: stop.current.next,
            isDictionary: container.isDictionary
        )
    }

    /// Whether the stop is in a container.
    ///
    /// Several containers can share entries, so the function also compares the containers on the stack.
    private func isStop(_ stop: JSONCutter.Cut, in container: Container) -> Bool {
        guard container.start == stop.current.start, stack.count == stop.outer.count else { return false }
        return stop.outer.indices.allSatisfy { depth in
            stop.outer[depth].start == stack[depth].start && stop.outer[depth].next == stack[depth].next
        }
    }

    /// Writes the rest of a container, and then the rest of each container on the stack, up to the stop.
    @inline(__always)
    private mutating func write(from start: Container, in tree: StorageView) throws(SystemError) {
        var current = start
        while true {
            if current.next == current.end {
                if let stop, current.next == stop.current.next, isStop(stop, in: current) { return stack.count = 0 }
                try close(current)
                guard let outer = stack.last else { return }
                stack.count -= 1
                current = outer
                continue
            }
            let isFirst = current.next == current.start
            let entry = next(in: &current, tree)
            if unit != nil { try startLine(after: isFirst ? nil : UInt8(ascii: ","), depth: stack.count + 1) }
            let isSeparated = isFirst || unit != nil
            if current.isDictionary {
                try writeKey(tree.names[entry.key], isSeparated: isSeparated)
            } else if !isSeparated {
                try output.append(UInt8(ascii: ","))
            }
            if isFilledContainer(entry) {
                stack.append(current)
                current = try open(entry, tree)
            } else {
                try writeSimple(entry, tree, depth: stack.count &+ 1)
            }
        }
    }

    mutating func writeLine(_ value: Entry, in tree: StorageView) throws(SystemError) {
        try write(value, in: tree)
        try endLine()
    }

    mutating func endLine() throws(SystemError) {
        try output.append(UInt8(ascii: "\n"))
    }

    /// Creates a writer into the memory of an empty buffer.
    init(_ format: XMLValue.JSONFormat, into buffer: consuming GrowableBuffer<UInt8>) {
        self.init(format, to: .memory)
        output = OutputBuffer(into: buffer)
    }

    mutating func takeText() -> GrowableBuffer<UInt8> { output.take() }

    private func isFilledContainer(_ entry: Entry) -> Bool {
        (entry.kind == .dictionary || entry.kind == .array) && entry.length > 0
    }

    @inline(__always)
    private mutating func open(_ entry: Entry, _ tree: StorageView) throws(SystemError) -> Container {
        let isDictionary = entry.kind == .dictionary
        try output.append(isDictionary ? UInt8(ascii: "{") : UInt8(ascii: "["))
        let start = isDictionary && format.sortsKeys ? try sort(entry, tree) : entry.offset
        let opened = Container(start: start, next: start, end: start &+ entry.length, isDictionary: isDictionary)
        return stop == nil ? opened : endingAtStop(opened)
    }

    @inline(__always)
    private mutating func close(_ container: Container) throws(SystemError) {
        if container.isDictionary, format.sortsKeys {
            sorted.count = container.start
        }
        if unit != nil { try startLine(after: nil, depth: stack.count) }
        try output.append(container.isDictionary ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    }

    @inline(__always)
    private func next(in container: inout Container, _ tree: StorageView) -> Entry {
        defer { container.next &+= 1 }
        return container.isDictionary && format.sortsKeys ? sorted.base[container.next] : tree.entries[container.next]
    }

    /// Appends a dictionary's entries to `sorted`, in the order of the bytes of keys (the order of Unicode scalars).
    @inline(never)
    private mutating func sort(_ dictionary: Entry, _ tree: StorageView) throws(SystemError) -> Int {
        let start = sorted.count
        sorted.append(tree.entries + dictionary.offset, count: dictionary.length)
        let names = tree.names
        var run = UnsafeMutableBufferPointer(start: sorted.base + start, count: dictionary.length)
        run.sort { first, second in
            names[first.key].precedes(names[second.key])
        }
        return start
    }

    @inline(never)
    private mutating func startLine(after comma: UInt8?, depth: Int) throws(SystemError) {
        guard let unit else { return }
        var (left, overflow) = unit.count.multipliedReportingOverflow(by: depth)
        guard !overflow else { Memory.isExhausted() }
        let first = min(left, OutputBuffer.size)
        try output.reserve(first &+ 2)
        var cursor = JSONCursor(output.end)
        if let comma { cursor.put(comma) }
        cursor.put(UInt8(ascii: "\n"))
        cursor.putRepeated(unit.byte, count: first)
        output.end = cursor.pointer
        left -= first
        if left > 0 { try output.append(unit.byte, count: left) }
    }

    /// Writes a key and a colon, after a comma unless a line break or a bracket is already before the key.
    @inline(__always)
    private mutating func writeKey(_ name: Name, isSeparated: Bool) throws(SystemError) {
        guard name.isPlain, hasPlainKeys else { return try writeUnusualKey(name, isSeparated: isSeparated) }
        let count = name.byteCount
        try output.reserve(count &+ 5)
        var cursor = JSONCursor(output.end)
        if !isSeparated { cursor.put(UInt8(ascii: ",")) }
        cursor.put(UInt8(ascii: "\""))
        cursor.putPlain(name.bytes, count: count)
        cursor.put(UInt8(ascii: "\""))
        cursor.put(UInt8(ascii: ":"))
        if unit != nil { cursor.put(UInt8(ascii: " ")) }
        output.end = cursor.pointer
    }

    @inline(never)
    private mutating func writeUnusualKey(_ name: Name, isSeparated: Bool) throws(SystemError) {
        if !isSeparated { try output.append(UInt8(ascii: ",")) }
        if format.isColored { try output.append(JSONColor.key) }
        try writeQuoted(name.bytes, count: name.byteCount)
        if format.isColored { try output.append(JSONColor.end) }
        try output.append(UInt8(ascii: ":"))
        if unit != nil { try output.append(UInt8(ascii: " ")) }
    }

    @inline(__always)
    private mutating func writeSimple(_ entry: Entry, _ tree: StorageView, depth: Int) throws(SystemError) {
        switch entry.kind {
        case .string: try writeString(tree.bytes + entry.offset, entry.length)
        case .name:
            let name = tree.names[entry.offset]
            try writeString(name.bytes, name.byteCount)
        case .number: try writeRaw(entry, tree, JSONColor.number)
        case .boolean: try writeRaw(entry, tree, JSONColor.boolean)
        case .null:
            if format.isColored { try output.append(JSONColor.null) }
            try output.append("null")
            if format.isColored { try output.append(JSONColor.end) }
        case .textOnly: try writeTextOnly(tree.onlyChild(of: entry), tree, depth: depth)
        case .dictionary: try output.append("{}")
        case .array: try output.append("[]")
        }
    }

    @inline(__always)
    private mutating func writeTextOnly(_ text: Entry, _ tree: StorageView, depth: Int) throws(SystemError) {
        try output.append(UInt8(ascii: "{"))
        if unit != nil { try startLine(after: nil, depth: depth + 1) }
        try writeKey(tree.names[text.key], isSeparated: true)
        try writeString(tree.bytes + text.offset, text.length)
        if unit != nil { try startLine(after: nil, depth: depth) }
        try output.append(UInt8(ascii: "}"))
    }

    @inline(__always)
    private mutating func writeString(_ text: UnsafePointer<UInt8>, _ count: Int) throws(SystemError) {
        if format.isColored { try output.append(JSONColor.string) }
        try writeQuoted(text, count: count)
        if format.isColored { try output.append(JSONColor.end) }
    }

    @inline(never)
    private mutating func writeRaw(_ entry: Entry, _ tree: StorageView, _ color: StaticString) throws(SystemError) {
        if format.isColored { try output.append(color) }
        try output.append(tree.bytes + entry.offset, entry.length)
        if format.isColored { try output.append(JSONColor.end) }
    }
}

/// The escape sequences that color JSON on a terminal (ECMA-48, select graphic rendition).
enum JSONColor {
    static let key: StaticString = "\u{1B}[34;1m"
    static let string: StaticString = "\u{1B}[32m"
    static let number: StaticString = "\u{1B}[36m"
    static let boolean: StaticString = "\u{1B}[33m"
    static let null: StaticString = "\u{1B}[90m"
    static let end: StaticString = "\u{1B}[0m"
}

extension JSONWriter {
    /// The maximum number of bytes of text that the writer escapes after one reservation in the buffer.
    private static var chunkSize: Int { 4096 }

    /// Writes a string with its quotation marks (RFC 8259, section 7).
    ///
    /// After the `count` bytes of the text, eight more bytes must be readable.
    @inline(__always)
    mutating func writeQuoted(_ text: UnsafePointer<UInt8>, count: Int) throws(SystemError) {
        guard count <= Self.chunkSize, !escapesMore else { return try writeUnusual(text, count: count) }
        try output.reserve(count &* JSONEscapes.longestEscape &+ 2)
        var cursor = JSONCursor(output.end)
        cursor.put(UInt8(ascii: "\""))
        cursor.putEscaped(text, count: count)
        cursor.put(UInt8(ascii: "\""))
        output.end = cursor.pointer
    }

    @inline(never)
    private mutating func writeUnusual(_ text: UnsafePointer<UInt8>, count: Int) throws(SystemError) {
        try output.append(UInt8(ascii: "\""))
        if escapesMore {
            try appendScalars(UnsafeBufferPointer(start: text, count: count))
        } else {
            var written = 0
            while written < count {
                let chunk = min(count - written, Self.chunkSize)
                try output.reserve(chunk * JSONEscapes.longestEscape)
                var cursor = JSONCursor(output.end)
                cursor.putEscaped(text + written, count: chunk)
                output.end = cursor.pointer
                written += chunk
            }
        }
        try output.append(UInt8(ascii: "\""))
    }

    /// Appends text, and writes `\uXXXX` for characters that the format escapes beyond the rules of JSON.
    private mutating func appendScalars(_ text: UnsafeBufferPointer<UInt8>) throws(SystemError) {
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            try output.reserve(2 * JSONEscapes.longestEscape)
            var cursor = JSONCursor(output.end)
            let isEscaped = format.isASCII && !scalar.isASCII || format.isForTerminal && scalar.isTerminalControl
            cursor.put(scalar, isEscaped: isEscaped)
            output.end = cursor.pointer
        }
    }
}
