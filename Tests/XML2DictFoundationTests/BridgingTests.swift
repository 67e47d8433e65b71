// Values as Foundation's objects, and objects as values.

import Foundation
import Synchronization
import Testing
import XML2Dict
import XML2DictFoundation
import XML2DictWriting

@Suite("Bridges to Foundation's objects")
struct BridgingTests {
    private static let xml = "<menu id='7'><item>Cake</item><item/><price currency='EUR'>5</price></menu>"

    private func read(_ xml: String, _ convention: XMLOptions.Convention = .xmlreader) throws -> XMLValue {
        try XMLReader(XMLOptions(convention)).read(.string(xml))
    }

    // MARK: There

    @Test("A value is a dictionary of Foundation's objects")
    func dictionary() throws {
        let dictionary = try read(Self.xml).dictionary()
        let menu = try #require(dictionary["menu"] as? [String: Any])
        #expect(menu["id"] as? String == "7")
        let items = try #require(menu["item"] as? [Any])
        #expect((items[0] as? [String: Any])?["text"] as? String == "Cake")
        #expect((items[1] as? [String: Any])?.isEmpty == true)
        #expect(menu["price"] as? [String: String] == ["currency": "EUR", "text": "5"])
        #expect(menu.keys.sorted() == ["id", "item", "price"])
    }

    @Test("Strings, numbers and null are bridged as objects of their types")
    func simple() throws {
        #expect(try ("x" as XMLValue).bridged() as? String == "x")
        #expect(try XMLValue.null.bridged() is NSNull)
        #expect(try (7 as XMLValue).bridged() as? Int == 7)
        #expect(try (true as XMLValue).bridged() as? Bool == true)
        #expect(try ([1, "a"] as XMLValue).bridged() as? [AnyHashable] == [1, "a"])
        let error = #expect(throws: XMLError.self) { try ([] as XMLValue).dictionary() }
        #expect(error?.description == "the value is not a dictionary (array)")
    }

    @Test("JSONSerialization writes the value")
    func serialization() throws {
        let value: XMLValue = ["b": [true, false, .null, 1, 0, 0.5, "é", [:], []], "a": ["x": ["y"]]]
        let data = try JSONSerialization.data(withJSONObject: value.bridged(), options: [.sortedKeys])
        #expect(String(decoding: data, as: UTF8.self) == #"{"a":{"x":["y"]},"b":[true,false,null,1,0,0.5,"é",{},[]]}"#)
        #expect(JSONSerialization.isValidJSONObject(try read(Self.xml).bridged()))
    }

    @Test("Numbers keep their digits; a number without an exact object is text")
    func numbers() throws {
        for text in [
            "9223372036854775807", "-9223372036854775808", "18446744073709551615", "0.1", "-12.25",
            "123456789012345678901234567890.5",
            "0.12345678901234567890123456789012345678",
        ] {
            let object = try number(text).bridged()
            #expect((object as? NSNumber)?.stringValue == text, "\(text)")
            let data = try JSONSerialization.data(withJSONObject: [object])
            #expect(String(decoding: data, as: UTF8.self) == "[\(text)]", "\(text)")
        }
    }

    @Test("A number without an exact object is bridged as its text")
    func hugeNumbers() throws {
        for text in [
            "18446744073709551616", "-9223372036854775809", "1e-200", "0.123456789012345678901234567890123456789",
        ] {
            #expect(try number(text).bridged() as? String == text, "\(text)")
        }
    }

    private func number(_ text: String) throws -> XMLValue {
        var options = XMLOptions.parker
        options.typesByPath = ["n": .number]
        let value = try XMLReader(options).read(.string("<n>\(text)</n>"))
        #expect(value.kind == .number)
        return value
    }

    @Test("PropertyListSerialization takes values without null")
    func propertyList() throws {
        for format in [PropertyListSerialization.PropertyListFormat.xml, .binary]
            as [PropertyListSerialization.PropertyListFormat]
        {
            let value: XMLValue = ["a": [1, 2.5, true, "x", [:]], "b": ["c": "é\n"]]
            let data = try PropertyListSerialization.data(fromPropertyList: value.bridged(), format: format, options: 0)
            let back = try XMLValue(bridging: PropertyListSerialization.propertyList(from: data, format: nil))
            #expect(back == value, "\(format)")
        }
    }

    // MARK: Keys

    private static let accents = "<m><\u{E9}>1</\u{E9}><x/><e\u{301}>2</e\u{301}></m>"

    @Test("Keys that are equal strings are an error with their path")
    func equalKeys() throws {
        let value = try read("<r><a>\(Self.accents)</a></r>")
        let error = #expect(throws: XMLError.self) { try value.dictionary() }
        #expect(
            error?.description
                == "in /r/a/m, two keys are equal as Swift's strings, 'e\u{301}', and differ as bytes; with foldingEqualKeys: true their values become an array"
        )
        let top: XMLValue = ["\u{E9}": 1, "e\u{301}": 2]
        let topError = #expect(throws: XMLError.self) { try top.bridged() }
        #expect(topError?.description.hasPrefix("in the value, two keys are equal as Swift's strings") == true)
    }

    @Test("Keys that are equal strings fold into an array in order")
    func foldedKeys() throws {
        let folded = try read(Self.accents, .xmltodict).dictionary(foldingEqualKeys: true)
        let menu = try #require(folded["m"] as? [String: Any])
        #expect(menu.count == 2)
        #expect(menu["é"] as? [String] == ["1", "2"])
        // Three ways to write one letter: Å, A with a ring, and the Ångström sign.
        let three: XMLValue = ["\u{C5}": 1, "A\u{30A}": [2, 3], "\u{212B}": ["x": 4]]
        let object = try three.dictionary(foldingEqualKeys: true)
        #expect(try XMLValue(bridging: object) == ["\u{C5}": [1, [2, 3], ["x": 4]]])
    }

    // MARK: Back

    @Test("Objects convert to a value, with keys sorted by bytes")
    func back() throws {
        let object: [String: Any] = [
            "b": [1, 2.5, "x", NSNull(), true, false] as [Any],
            "a": ["é": "1", "z": [] as [Any], "B": [:] as [String: Any]] as [String: Any],
            "data": Data([0, 255]), "int8": Int8(-1), "uint64": UInt64.max, "float": Float(0.5),
            "decimal": Decimal(string: "0.1") ?? 0,
            "array": [1, 2], "strings": ["k": "v"],
        ]
        #expect(
            try XMLValue(bridging: object).json(.compact)
                == #"{"a":{"B":{},"z":[],"é":"1"},"array":[1,2],"b":[1,2.5,"x",null,true,false],"data":"AP8=","decimal":0.1,"float":0.5,"int8":-1,"strings":{"k":"v"},"uint64":18446744073709551615}"#
        )
    }

    @Test("Foundation's own collections convert to values")
    func references() throws {
        #expect(try XMLValue(bridging: NSArray(array: ["a", NSNumber(value: 1)])) == ["a", 1])
        #expect(try XMLValue(bridging: NSDictionary(dictionary: ["a": NSNumber(value: true)])) == ["a": true])
        #expect(try XMLValue(bridging: NSString(string: "x")) == "x")
        #expect(try XMLValue(bridging: NSMutableArray(array: [1])) == [1])
    }

    @Test("Booleans stay booleans and numbers stay numbers, whatever made them")
    func booleans() throws {
        let objects: [Any] = [
            true, false, 1, 0, NSNumber(value: true), NSNumber(value: false), NSNumber(value: 1), NSNumber(value: 0),
            NSNumber(value: Int8(1)),
            NSNumber(value: 1.0), UInt8(1), 0.1 + 0.2, Float(0.1), 1e300,
        ]
        #expect(
            try XMLValue(bridging: objects).json(.compact)
                == "[true,false,1,0,true,false,1,0,1,1.0,1,0.30000000000000004,0.1,1e+300]"
        )
        let parsed = try JSONSerialization.jsonObject(with: Data("[true,false,1,0,1.0,1.5]".utf8))
        #expect(try XMLValue(bridging: parsed).json(.compact) == "[true,false,1,0,1.0,1.5]")
        let list = try PropertyListSerialization.propertyList(
            from: Data(
                "<plist version='1.0'><array><true/><false/><integer>1</integer><real>1</real></array></plist>".utf8
            ),
            format: nil
        )
        #expect(try XMLValue(bridging: list).json(.compact) == "[true,false,1,1.0]")
    }

    @Test("Dates with any fraction convert to ISO 8601 and back")
    func dates() throws {
        #expect(try XMLValue(bridging: Date(timeIntervalSince1970: 1_714_566_600)) == "2024-05-01T12:30:00Z")
        #expect(try XMLValue(bridging: Date(timeIntervalSince1970: 1_714_566_600.25)) == "2024-05-01T12:30:00.250Z")
        #expect(try XMLValue(bridging: Date(timeIntervalSince1970: -0.5)) == "1969-12-31T23:59:59.500Z")
        for seconds in [0, 1_714_566_600.5, -1, 253_402_300_799] {
            let date = Date(timeIntervalSince1970: seconds)
            #expect(try XMLDecoder().decode(Date.self, from: XMLValue(bridging: date)) == date)
        }
    }

    @Test("Dates whose year lacks four digits are refused")
    func datesOutOfRange() {
        for seconds in [1e300, -1e300, 1e17, -63_000_000_000, 253_402_300_800, .infinity, .nan] as [Double] {
            let error = #expect(throws: XMLError.self, "\(seconds)") {
                try XMLValue(bridging: ["d": Date(timeIntervalSince1970: seconds)])
            }
            #expect(error?.description.contains("before the year 1 or after 9999") == true, "\(seconds)")
        }
    }

    @Test("The error for an object that JSON lacks names its type")
    func unsupported() {
        struct Point { var x = 0 }
        let objects: [(Any, String)] = [
            (Point(), "an object of the type Point has no value that JSON could hold"),
            (["a": [Point()]] as [String: Any], "/a/0: an object of the type Point has no value that JSON could hold"),
            (Double.nan, "the number nan has no value that JSON could hold"),
            ([Double.infinity], "/0: the number inf has no value that JSON could hold"),
            (-Float.infinity, "the number -inf has no value that JSON could hold"),
            (Decimal.nan, "the number NaN has no value that JSON could hold"),
            ([1: "a"], "an object of the type Dictionary<Int, String> has no value that JSON could hold"),
        ]
        for (object, message) in objects {
            let error = #expect(throws: XMLError.self) { try XMLValue(bridging: object) }
            #expect(error?.description == message)
        }
    }

    @Test("A document survives bridging, and a detour through JSON text")
    func roundTrip() throws {
        for convention in XMLOptions.Convention.allCases {
            let value = try read(Self.xml, convention)
            #expect(try XMLValue(bridging: value.bridged()) == value, "\(convention)")
            let parsed = try JSONSerialization.jsonObject(with: Data(value.json().utf8), options: [.fragmentsAllowed])
            #expect(try XMLValue(bridging: parsed) == value, "\(convention)")
        }
    }

    // MARK: Depth

    /// Runs on a thread with its own stack, and waits for it.
    private func onThread(stackSize: Int? = nil, _ body: @escaping @Sendable () -> String) -> String {
        let result = Mutex("")
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            let text = body()
            result.withLock { $0 = text }
            done.signal()
        }
        if let stackSize { thread.stackSize = stackSize }
        thread.start()
        done.wait()
        return result.withLock(\.self)
    }

    /// Nested dictionaries.
    private static func deepValue(_ depth: Int) throws -> XMLValue {
        var options = XMLOptions()
        options.keepsRoot = false
        options.limits[.depth] = depth
        let xml = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        return try XMLReader(options).read(.string(xml))
    }

    /// The outcome of bridging nested dictionaries to objects, and of bridging nested objects back.
    private static func bridge(_ depth: Int) -> String {
        do {
            let objects = try deepValue(depth).bridged()
            return try XMLValue(bridging: objects) == deepValue(depth) ? "bridged" : "different"
        } catch {
            return "\(error)"
        }
    }

    private static let tooDeep = "the value is nested more than 10000 deep; use it as it is, or write it with json(_:)"

    @Test("Bridging accepts 10,000 levels on a large stack and refuses more")
    func depth() {
        for (depth, outcome) in [
            (9_999, "bridged"), (10_000, "bridged"), (10_001, Self.tooDeep), (100_000, Self.tooDeep),
        ]
            as [(Int, String)]
        {
            #expect(onThread(stackSize: 8 * 1024 * 1024) { Self.bridge(depth) } == outcome, "\(depth)")
        }
    }

    @Test("URLs, UUIDs and nil are bridged, and an error has its path")
    func others() throws {
        let id = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        let objects: [String: Any] = [
            "url": try #require(URL(string: "http://a.example/x")), "id": id, "part": "abc".dropFirst(),
            "none": Int?.none as Any,
        ]
        let json = #"{"id":"E621E1F8-C36C-495A-93FC-0C247A3E6E5F","none":null,"part":"bc","url":"http://a.example/x"}"#
        #expect(try XMLValue(bridging: objects).json(.compact) == json)
        struct Unknown {}
        let error = #expect(throws: XMLError.self) {
            try XMLValue(bridging: ["a": [1, ["b/c": Unknown()]] as [Any]])
        }
        #expect(error?.path == "/a/1/b~1c")
    }

    @Test("DEPTH-BOUND: A small stack bounds bridging, and frees the bridged objects")
    func smallStack() {
        for (depth, outcome) in [(1_000, "bridged"), (5_000, "refused"), (10_000, "refused"), (100_000, "refused")]
            as [(Int, String)]
        {
            let found = onThread(stackSize: Self.smallStack) { Self.bridge(depth) }
            let refusal =
                /the value is nested more than \d+ deep, which is too much for the stack of this thread; use .*/
            #expect((found.wholeMatch(of: refusal) == nil ? found : "refused") == outcome, "\(depth)")
        }
    }

    /// The stack of a secondary thread on Apple's systems.
    private static let smallStack = 512 * 1024

    @Test("DEPTH-BOUND: A small stack bounds encoding")
    func encodingOnSmallStack() {
        for depth in [100, 400, 500] {
            let outcome = onThread(stackSize: Self.smallStack) {
                do {
                    return try JSONEncoder().encode(Self.deepValue(depth)).count == depth * 6 - 4
                        ? "encoded" : "different"
                } catch EncodingError.invalidValue(_, let context) {
                    let end = "which is too much for the stack of this thread; json(_:) writes any depth"
                    return context.debugDescription.hasSuffix(end) ? "refused" : context.debugDescription
                } catch {
                    return "\(error)"
                }
            }
            // The compiler decides how much of the stack a level takes.
            #expect(outcome == "encoded" || (depth > 100 && outcome == "refused"), "\(depth)")
        }
    }

    /// The ways to nest an object in Foundation's containers.
    enum Nesting: String, CaseIterable, Sendable {
        case array, mutableArray, dictionary, mutableDictionary, mixed

        func container(_ object: Any) -> Any {
            switch self {
            case .array: NSArray(array: [object])
            case .mutableArray: NSMutableArray(array: [object])
            case .dictionary: NSDictionary(dictionary: ["a": object])
            case .mutableDictionary: NSMutableDictionary(dictionary: ["a": object])
            case .mixed: NSArray(array: [["a": object]])
            }
        }
    }

    @Test("DEPTH-BOUND: Foundation's nested containers bridge on a small stack")
    func foundationContainers() {
        for nesting in Nesting.allCases {
            // The test builds the objects on a large stack, and frees them there.
            let outcome = onThread(stackSize: 64 * 1024 * 1024) {
                var object: Any = nesting.container("x")
                for _ in 1..<1_000 { object = nesting.container(object) }
                nonisolated(unsafe) let nested = object
                return onThread(stackSize: Self.smallStack) {
                    do {
                        let value = try XMLValue(bridging: nested)
                        let json = value.json(.compact)
                        return json.contains("\"x\"") ? "bridged" : "different"
                    } catch {
                        return "\(error)"
                    }
                }
            }
            #expect(outcome == "bridged", "\(nesting)")
        }
    }

    @Test("DEPTH-BOUND: A container that contains itself is refused")
    func selfContaining() {
        let array = NSMutableArray()
        array.add(array)
        let dictionary = NSMutableDictionary()
        dictionary["a"] = dictionary
        for object in [array, dictionary] as [Any] {
            let error = #expect(throws: XMLError.self) { try XMLValue(bridging: object) }
            #expect(error?.description == "the objects are nested more than 10000 deep")
        }
        array.removeAllObjects()
        dictionary.removeAllObjects()
    }

    @Test("Objects nested beyond the limit are refused")
    func deepObjects() {
        for (depth, outcome) in [(10_000, "bridged"), (10_001, "refused")] {
            let size = 8 * 1024 * 1024
            let dictionaries = onThread(stackSize: size) {
                Self.outcome(of: depth, { ["a": $0] }, innermost: [String: Any]())
            }
            let arrays = onThread(stackSize: size) { Self.outcome(of: depth, { [$0] }, innermost: [Any]()) }
            #expect((dictionaries, arrays) == (outcome, outcome), "\(depth)")
        }
    }

    /// The outcome of bridging nested containers.
    private static func outcome(of depth: Int, _ container: (Any) -> Any, innermost: Any) -> String {
        var object = innermost
        for _ in 1..<depth { object = container(object) }
        do throws(XMLError) {
            return try XMLValue(bridging: object).isEmpty == (depth < 2) ? "bridged" : "different"
        } catch {
            return error.description == "the objects are nested more than 10000 deep" ? "refused" : error.description
        }
    }

    @Test("Types that contain themselves decode as deep as the stack allows")
    func decodingDepth() {
        for kibibytes in [nil, 8 * 1024, 512] as [Int?] {
            struct Node: Decodable {
                var a: [Node]
                var depth: Int { 1 + (a.first?.depth ?? 0) }
            }
            let outcome = onThread(stackSize: kibibytes.map { $0 * 1024 }) {
                do {
                    return try "\(XMLDecoder().decode(Node.self, from: Self.deepValue(512)).depth)"
                } catch DecodingError.dataCorrupted(let context) {
                    let message = context.debugDescription
                    return message.hasSuffix("deep, which is too much for the stack of this thread")
                        ? "refused" : message
                } catch {
                    return "\(error)"
                }
            }
            // The compiler decides how much of the stack a level takes.
            #expect(outcome == "512" || (kibibytes == 512 && outcome == "refused"), "\(kibibytes)")
        }
    }

    @Test("localizedDescription is the description, for every kind of error")
    func localizedDescriptions() throws {
        let missing = URL(fileURLWithPath: "/missing/a.xml")
        let errors = [
            #expect(throws: XMLError.self) { try XMLReader().read(.string("<a>&nbsp;</a>")) },
            #expect(throws: XMLError.self) { try XMLReader().read(.file(missing)) },
            #expect(throws: XMLError.self) { try XMLWriter().string(from: ["a b": "c"]) },
            #expect(throws: XMLError.self) { try XMLValue(bridging: NSObject()) },
        ]
        #expect(
            errors.map { $0?.localizedDescription } == [
                "1:4: the entity &nbsp; is not declared; entities = .html knows the names of HTML 4",
                "/missing/a.xml: cannot open: No such file or directory",
                "/a b: 'a b' is not an XML name",
                "an object of the type NSObject has no value that JSON could hold",
            ]
        )
        #expect(errors.map { $0?.localizedDescription } == errors.map { $0?.description })
    }
}
