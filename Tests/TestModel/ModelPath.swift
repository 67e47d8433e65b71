/// A path of the options, parsed without the code of the library.
struct ModelPath {
    private var isAnchored = false
    private var steps: [String] = []
    private var attribute: String?

    init(_ text: String) {
        var step = ""
        var isInBraces = false
        for scalar in text.unicodeScalars {
            if scalar == "{" { isInBraces = true }
            if scalar == "}" { isInBraces = false }
            if scalar == "/", !isInBraces {
                steps.append(step)
                step = ""
            } else {
                step.unicodeScalars.append(scalar)
            }
        }
        steps.append(step)
        if steps.first == "" {
            isAnchored = true
            steps.removeFirst()
        }
        if let last = steps.last, last.hasPrefix("@") {
            attribute = String(last.dropFirst())
            steps.removeLast()
        }
    }

    /// Whether the path matches the element at the end of `path`, or its attribute with this name.
    func matches(_ path: [String], attribute name: String? = nil) -> Bool {
        switch (attribute, name) {
        case (nil, nil): break
        case (let attribute?, let name?):
            guard Self.matches(attribute, name) else { return false }
        default: return false
        }
        guard isAnchored ? path.count == steps.count : path.count >= steps.count else { return false }
        return zip(steps, path.suffix(steps.count)).allSatisfy(Self.matches)
    }

    private static func matches(_ step: String, _ name: String) -> Bool {
        step == "*" || step.hasSameScalars(as: name)
    }
}
