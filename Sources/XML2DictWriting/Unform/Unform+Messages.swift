import XML2Dict

extension Unform {
    mutating func invalidName(_ id: Int32, isRoot: Bool, _ names: inout TagNames) -> WriteError {
        let name = names.view[Int(id)]
        guard !name.utf8.isEmpty else { return .value("a name cannot be empty") }
        let role = keys.element(name.utf8, &names).role
        if role == .text, isRoot {
            return .value("text cannot be beside the root; \(option: "rootName") makes an element of the whole value")
        }
        if let form = Self.forms[role] {
            return .value("the value of '\(name.shortened)' must be \(form)")
        }
        let requirement = WrittenNameCheck.requirement(of: name.string), remedy = Self.remedy(forKey: name.string)
        return .value("'\(name.shortened)' is not \(requirement)\(remedy)")
    }

    /// The required value for each role whose keys cannot be element names.
    private static let forms: [KeyRole: String] = [
        .text: "text: a string, a number or a boolean",
        .cdata: "a CDATA section in an element: a string",
        .comment: "a comment: a string",
        .instruction: "an instruction: a dictionary of its target and its text",
        .doctype: "the DOCTYPE beside the root: a string",
        .order: "the order of the content: an array of keys",
        .attributeGroup: "the dictionary of an element's attributes",
    ]

    private static func remedy(forKey key: String) -> ErrorMessage {
        let shown = key.shortened
        return switch (key.utf8.first, key) {
        case (_, "@attributes"):
            "; if it holds attributes, use \(setting: "attributes", ".group(\"@attributes\")")"
        case (_, "$"):
            "; if it is text, use \(setting: "options", ".badgerfish"), and for the attributes of xml2js, \(setting: "attributes", ".group(\"$\")") and \(setting: "textKey", "\"_\"")"
        case (_, "$t"): "; if it is text, use \(setting: "options", ".gdata")"
        case (_, "0"): "; if it is the text of PHP, use \(setting: "textKey", "\"0\"")"
        case (_, "?xml"): "; \(declarationOfNewtonsoft)"
        case (UInt8(ascii: "@"), _):
            "; if it is an attribute, use \(setting: "options", ".xmltodict")"
        case (UInt8(ascii: "-"), _):
            "; if it is an attribute, use \(setting: "attributes", ".prefix(\"-\")"), with \(setting: "textKey", "\"#text\"") for the text of mxj"
        case (UInt8(ascii: "#"), _): remedy(forNode: key)
        // An apostrophe would end the quoted key in a shell.
        case (UInt8(ascii: "$"), _) where !shown.contains("'"):
            "; if it is text, use \(setting: "textKey", "\"\(shown)\"")"
        default: ""
        }
    }

    private static var declarationOfNewtonsoft: ErrorMessage {
        "leave out '?xml', the XML declaration of Newtonsoft.Json, and use \(setting: "options", ".xmltodict") for the rest"
    }

    private static func remedy(forNode key: String) -> ErrorMessage {
        let option = XMLOptions.faithful.roles.first { $0.key == key }?.role.option
        return switch option {
        case "textKey"?: "; if it is text, use \(setting: "options", ".xmltodict")"
        case let option?:
            "; use \(setting: "options", ".faithful") for all such keys, or \(setting: option, "\"\(key)\"") for this one"
        case nil: ""
        }
    }

    static func remedy(forKeyBesideRoot key: String) -> ErrorMessage? {
        switch key {
        case "?xml": declarationOfNewtonsoft
        case "@attributes":
            "PHP leaves the root out: use \(setting: "attributes", ".group(\"@attributes\")") and \(option: "rootName")"
        case _ where key.utf8.first == UInt8(ascii: "#"): "\(setting: "options", ".faithful") has such keys"
        default: nil
        }
    }

    mutating func repeatedAttribute(_ id: Int, _ names: borrowing TagNames) -> WriteError {
        let isSettled = rules.isOfReader || !rules.stringsAreAttributes
        let hint: ErrorMessage = isSettled ? "" : "; with \(setting: "options", ".xmltodict") strings are elements"
        return .value("\(names.messageOfRepeated(id))\(hint)")
    }
}
