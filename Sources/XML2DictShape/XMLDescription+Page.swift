import XML2Dict

extension XMLDescription {
    /// A page of HTML to explore the description: one file that needs no network.
    ///
    /// `DescriptionPage.html` is the page; it says what its data are. The data are in a script that browsers do not run, and
    /// in it every character that could end it is escaped.
    ///
    /// - Parameter title: The names of the documents.
    /// - Returns: The page.
    public func page(titled title: String) -> String {
        let template = String(decoding: PackageResources.DescriptionPage_html, as: UTF8.self)
        guard let place = template.firstRange(of: Self.placeholder) else { return template }
        return template[..<place.lowerBound] + Self.escaped(data(title).json(.compact)) + template[place.upperBound...]
    }

    private static let placeholder = "{{DATA}}"

    private static func escaped(_ json: String) -> String {
        json.replacing(byte: "<", with: #"\u003c"#).replacing(byte: ">", with: #"\u003e"#)
            .replacing(byte: "&", with: #"\u0026"#)
    }

    private func data(_ title: String) -> XMLValue {
        var composer = ValueComposer()
        composer.open(under: "")
        composer.add(title, .string, under: "title")
        composer.add(String(rootCount), .number, under: "documents")
        composer.add(records?.description ?? "", records == nil ? .null : .string, under: "records")
        composer.open(under: "likelyRecords")
        for item in likelyRecords(first: 5) {
            composer.open(under: "")
            composer.add(item.path, .string, under: "path")
            composer.add(String(item.count), .number, under: "count")
            composer.close(.dictionary)
        }
        composer.close(.array)
        composer.open(under: "flags")
        for flag in flagLines.flags { composer.add(flag, .string, under: "") }
        composer.close(.array)
        composer.open(under: "forms")
        for form in TextForm.allCases { composer.add(form.rawValue, .string, under: "") }
        composer.close(.array)
        composer.open(under: "items")
        forEachNode { node, level, steps in
            Self.add(item(node, at: steps.last ?? ""), level, to: &composer)
        }
        composer.close(.array)
        composer.close(.dictionary)
        return composer.finish()
    }

    private static func add(_ item: Item, _ level: Int, to composer: inout ValueComposer) {
        let numbers = [item.count, item.perParent.lowerBound, item.perParent.upperBound, item.parentCount]
        composer.open(under: "")
        composer.add(String(level - 1), .number, under: "")
        composer.add(item.path, .string, under: "")
        for number in numbers + [item.parentsWithout, item.longestText] {
            composer.add(String(number), .number, under: "")
        }
        composer.add(item.example, .string, under: "")
        composer.add(String((item.isInterleaved ? 1 : 0) + (item.isMixed ? 2 : 0)), .number, under: "")
        composer.open(under: "")
        for (_, count) in item.forms.counts { composer.add(String(count), .number, under: "") }
        composer.close(.array)
        composer.close(.array)
    }
}
