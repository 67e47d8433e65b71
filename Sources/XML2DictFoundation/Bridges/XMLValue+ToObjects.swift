public import Foundation
public import XML2Dict

extension XMLValue {
    /// Returns the value as Foundation's objects: `[String: Any]`, `[Any]`, `String`, `NSNumber`, `Bool` and `NSNull`.
    ///
    /// `JSONSerialization` accepts the objects. `PropertyListSerialization` accepts objects without null. Whole numbers
    /// of 64 bits, and decimal numbers that `Decimal` can hold, keep their digits. Any other number becomes its text.
    ///
    /// Swift frees nested objects by recursion, so the stack of the thread bounds the depth, to about 1,200 levels for
    /// 512 KiB. Free the objects on a thread with a stack of at least the same size.
    ///
    /// - Parameter folds: Whether to make an array of the values of equal keys, in document order. `é` and `e` with a
    ///   combining accent are equal as Swift's strings, but differ in bytes. Without folding, equal keys are an error.
    /// - Returns: The objects.
    /// - Throws: ``/XML2Dict/XMLError`` for equal keys, for more than 10,000 levels, or for too many for the stack.
    public func bridged(foldingEqualKeys folds: Bool = false) throws(XMLError) -> Any {
        var bridge = ObjectBridge(foldsEqualKeys: folds)
        return try bridge.objects(of: self)
    }

    /// Returns the value as a Swift dictionary.
    ///
    /// - Parameter folds: Whether to make an array of the values of equal keys.
    /// - Returns: The dictionary, with the objects of ``bridged(foldingEqualKeys:)``.
    /// - Throws: ``/XML2Dict/XMLError`` if the value is no dictionary, or an error of ``bridged(foldingEqualKeys:)``.
    public func dictionary(foldingEqualKeys folds: Bool = false) throws(XMLError) -> [String: Any] {
        guard let dictionary = try bridged(foldingEqualKeys: folds) as? [String: Any] else {
            throw XMLError(.invalidValue, message: "the value is not a dictionary (\(kind))")
        }
        return dictionary
    }
}

/// Converts a value to objects from the inside out, without recursion, because values may be deeper than the stack.
///
/// A complete container becomes an item of the container that was opened before it:
///
///     { "a": [1, 2], "b": 3 }     open  [ {…} next "b" ]  ◀─ "a" is done   [ […] next 2 ]
private struct ObjectBridge {
    let foldsEqualKeys: Bool
    var open: [Container] = []

    struct Container {
        let value: XMLValue
        let key: String
        var next = 0
        var items: [Any] = []
        var dictionary: [String: Any] = [:]
        var folded: [String: [Any]] = [:]
    }

    mutating func objects(of value: XMLValue) throws(XMLError) -> Any {
        if let simple = Self.simple(value) { return simple }
        open.append(Container(value: value, key: ""))
        while let last = open.indices.last {
            let container = open[last].value, index = open[last].next
            guard index < container.array?.count ?? container.entries.count else {
                let done = open.removeLast()
                let object = Self.object(of: done)
                guard !open.isEmpty else { return object }
                try add(object, under: done.key)
                continue
            }
            open[last].next += 1
            let (key, child) = Self.item(of: container, at: index)
            if let simple = Self.simple(child) {
                try add(simple, under: key)
            } else {
                try checkDepth()
                open.append(Container(value: child, key: key))
            }
        }
        return NSNull()
    }

    /// The bytes of stack to reserve for freeing one level, which is twice as many as Swift needs.
    private static let stackPerLevel: UInt = 320
    private static let reserve: UInt = 64 * 1024
    /// The number of levels between two measurements of the stack, because a measurement may be slow.
    private static let step = 128

    /// Refuses a container that is nested too deep, or whose objects could not be freed on this thread.
    private func checkDepth() throws(XMLError) {
        let depth = open.count
        let problem: String
        if depth >= XMLValue.deepestBridge {
            problem = "nested more than \(XMLValue.deepestBridge) deep"
        } else if depth.isMultiple(of: Self.step), let free = ThreadStack.freeByteCount,
            UInt(depth + Self.step) * Self.stackPerLevel + Self.reserve > free
        {
            problem = "nested more than \(depth) deep, which is too much for the stack of this thread"
        } else {
            return
        }
        throw XMLError(.invalidValue, "the value is \(problem); use it as it is, or write it with json(_:)")
    }

    private static func item(of container: XMLValue, at index: Int) -> (String, XMLValue) {
        if container.kind == .dictionary {
            let entry = container.entries[index]
            return (entry.key, entry.value)
        }
        return ("", container.list[index])
    }

    private static func object(of container: Container) -> Any {
        guard container.value.kind == .dictionary else { return container.items }
        return container.dictionary.merging(container.folded) { _, folded in folded }
    }

    private mutating func add(_ object: Any, under key: String) throws(XMLError) {
        let last = open.count - 1
        guard open[last].value.kind == .dictionary else {
            open[last].items.append(object)
            return
        }
        guard let earlier = open[last].dictionary[key] else {
            open[last].dictionary[key] = object
            return
        }
        guard foldsEqualKeys else {
            let path = open.prefix(40).dropFirst().map { "/" + $0.key }.joined()
            throw XMLError(
                .invalidValue,
                """
                in \(path.isEmpty ? "the value" : path), two keys are equal as Swift's strings, '\(key)', and differ as bytes; \
                with foldingEqualKeys: true their values become an array
                """
            )
        }
        open[last].folded[key, default: [earlier]].append(object)
    }

    private static func simple(_ value: XMLValue) -> Any? {
        switch value.kind {
        case .null: NSNull()
        case .string: value.string ?? ""
        case .boolean: value.bool ?? false
        case .number: number(value)
        case .array, .dictionary: nil
        }
    }

    private static func number(_ value: XMLValue) -> Any {
        if let number: Int64 = value.integer() { return NSNumber(value: number) }
        if let number: UInt64 = value.integer() { return NSNumber(value: number) }
        let text = value.string ?? ""
        if text.contains(where: { ".eE".contains($0) }), let number = Decimal.parse(text) {
            return NSDecimalNumber(decimal: number)
        }
        return text
    }
}

extension XMLValue {
    static var deepestBridge: Int { 10_000 }
}

extension XMLError: LocalizedError {
    /// The line, the column and the message, as in `description`.
    public var errorDescription: String? { description }
}
