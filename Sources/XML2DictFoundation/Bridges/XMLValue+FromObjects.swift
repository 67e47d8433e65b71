import Foundation
public import XML2Dict

extension XMLValue {
    /// Creates a value from Foundation's objects, as `JSONSerialization` and `PropertyListSerialization` return them.
    ///
    /// Keys are sorted by their bytes, because a Swift dictionary has no order. Dates become text in ISO 8601, data
    /// becomes base64, a URL and a UUID become their texts, and nil becomes null.
    ///
    /// - Parameter object: A dictionary with strings as keys, an array, a string, a number, a boolean, a date, data, a
    ///   URL, a UUID, nil or null.
    /// - Throws: ``/XML2Dict/XMLError``, with a JSON Pointer in its path, for other objects, for numbers that JSON does
    ///   not have, for dates outside the years 1 to 9999, and for objects nested more than 10,000 deep.
    public init(bridging object: Any) throws(XMLError) {
        var composer = ValueComposer()
        var rest: [Step] = [.add(object, key: "", index: nil)]
        var path: [String] = []
        while let step = rest.popLast() {
            switch step {
            case .close(let container):
                composer.close(container)
                path.removeLast()
            case .add(let object, let key, let index):
                let pointerStep = index.map(String.init) ?? key
                // Containers come first, because the test for a number would convert a whole container by recursion.
                if let steps = Self.steps(into: object) {
                    guard path.count < Self.deepestBridge else {
                        throw XMLError(.invalidValue, "the objects are nested more than \(Self.deepestBridge) deep")
                    }
                    composer.open(under: key)
                    path.append(pointerStep)
                    rest += steps
                } else {
                    do throws(XMLError) {
                        try Self.addSimple(object, under: key, to: &composer)
                    } catch {
                        var error = error
                        let steps = path.isEmpty ? [] : path.dropFirst() + [pointerStep]
                        error.path = steps.map { "/" + $0.asPointerStep }.joined()
                        throw error
                    }
                }
            }
        }
        self = composer.finish()
    }

    private enum Step {
        case add(Any, key: String, index: Int?)
        case close(ValueComposer.Container)
    }

    private static func steps(into object: Any) -> [Step]? {
        if let items = items(of: object) {
            return [.close(.array)]
                + items.indices.reversed().map { .add(items[$0], key: "", index: $0) }
        }
        if let dictionary = dictionary(of: object) {
            let pairs = dictionary.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            return [.close(.dictionary)] + pairs.reversed().map { .add($0.value, key: $0.key, index: nil) }
        }
        return nil
    }

    private static func items(of object: Any) -> [Any]? {
        #if !canImport(Darwin)
            if isBridgedDeeply(object) {
                guard let array = object as? NSArray else { return nil }
                return Mirror(reflecting: array).children.map(\.value)
            }
        #endif
        return object as? [Any]
    }

    private static func dictionary(of object: Any) -> [String: Any]? {
        #if !canImport(Darwin)
            if isBridgedDeeply(object) {
                guard let dictionary = object as? NSDictionary else { return nil }
                var pairs: [String: Any] = [:]
                for child in Mirror(reflecting: dictionary).children {
                    guard let pair = child.value as? (key: NSObject, value: AnyObject), let key = pair.key as? String
                    else { return nil }
                    pairs[key] = pair.value
                }
                return pairs
            }
        #endif
        return object as? [String: Any]
    }

    #if !canImport(Darwin)
        /// Whether a cast of the object to Swift's types would convert its whole content, by recursion.
        ///
        /// The open-source Foundation does so. `Mirror` converts nothing, but cannot show the content of subclasses.
        private static func isBridgedDeeply(_ object: Any) -> Bool {
            guard let type = type(of: object) as? AnyClass else { return false }
            return type == NSArray.self || type == NSMutableArray.self || type == NSDictionary.self
                || type == NSMutableDictionary.self
        }
    #endif

    private static func addSimple(
        _ object: Any,
        under key: String,
        to composer: inout ValueComposer
    ) throws(XMLError) {
        switch object {
        case let text as String: composer.add(text, .string, under: key)
        case let text as Substring: composer.add(String(text), .string, under: key)
        case let url as URL: composer.add(url.absoluteString, .string, under: key)
        case let id as UUID: composer.add(id.uuidString, .string, under: key)
        case is NSNull: composer.add("", .null, under: key)
        case let number as NSNumber:
            if isBoolean(number) {
                return composer.add(number.boolValue ? "true" : "false", .boolean, under: key)
            }
            guard number.doubleValue.isFinite else {
                throw XMLError(.invalidValue, "the number \(number) has no value that JSON could hold")
            }
            composer.add(text(of: number), .number, under: key)
        case let date as Date:
            guard fourDigitYears.contains(date.timeIntervalSince1970) else {
                throw XMLError(
                    .invalidValue,
                    "a date before the year 1 or after 9999 cannot be written as ISO 8601"
                )
            }
            composer.add(text(of: date), .string, under: key)
        case let data as Data: composer.add(data.base64EncodedString(), .string, under: key)
        case Optional<Any>.none: composer.add("", .null, under: key)
        default:
            throw XMLError(
                .invalidValue,
                message: "an object of the type \(type(of: object)) has no value that JSON could hold"
            )
        }
    }

    /// Returns all digits of a number, because Foundation's own text may lack digits, and varies between systems.
    private static func text(of number: NSNumber) -> String {
        if let number = number as? NSDecimalNumber { return number.stringValue }
        switch number.objCType.pointee {
        case CChar(bitPattern: UInt8(ascii: "d")): return number.doubleValue.description
        case CChar(bitPattern: UInt8(ascii: "f")): return number.floatValue.description
        default: return number.stringValue
        }
    }

    /// The years 1 to 9999, in seconds since 1970, because Foundation writes wrong years for other dates.
    private static let fourDigitYears = -62_135_596_800.0..<253_402_300_800.0

    private static func text(of date: Date) -> String {
        let formatter = ISO8601DateFormatter()
        let seconds = date.timeIntervalSinceReferenceDate
        if seconds != seconds.rounded() { formatter.formatOptions.insert(.withFractionalSeconds) }
        return formatter.string(from: date)
    }

    /// Compares identities, because Foundation has one shared object for `true` and another object for `false`.
    private static func isBoolean(_ number: NSNumber) -> Bool {
        number === NSNumber(value: true) || number === NSNumber(value: false)
    }
}
