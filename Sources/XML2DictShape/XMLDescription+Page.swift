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
        let forms = TextForm.allCases.map(\.rawValue)
        let likely = likelyRecords(first: 5)
        return Self.page(title, documents: rootCount, at: records, likely, flagLines, forms) { composer in
            forEachNode { node, level, steps in
                Self.add(item(node, at: steps.last ?? ""), level, to: &composer)
            }
        }
    }

    /// The page of a description; without documents, it is that of a schema.
    static func page(
        _ title: String,
        documents: Int?,
        at records: XMLPath?,
        _ likely: [Item],
        _ flags: FlagLines,
        _ forms: [String],
        adding items: (inout ValueComposer) -> Void
    ) -> String {
        let template = String(decoding: PackageResources.DescriptionPage_html, as: UTF8.self)
        guard let place = template.firstRange(of: placeholder) else { return template }
        var composer = ValueComposer()
        composer.open(under: "")
        composer.add(title, .string, under: "title")
        composer.add(documents.map { String($0) } ?? "", documents == nil ? .null : .number, under: "documents")
        composer.add(records?.description ?? "", records == nil ? .null : .string, under: "records")
        composer.open(under: "likelyRecords")
        for item in likely {
            composer.open(under: "")
            composer.add(item.path, .string, under: "path")
            composer.add(String(item.count), .number, under: "count")
            composer.close(.dictionary)
        }
        composer.close(.array)
        composer.open(under: "flags")
        for flag in flags.flags { composer.add(flag, .string, under: "") }
        composer.close(.array)
        composer.open(under: "forms")
        for form in forms { composer.add(form, .string, under: "") }
        composer.close(.array)
        composer.open(under: "items")
        items(&composer)
        composer.close(.array)
        composer.close(.dictionary)
        return template[..<place.lowerBound] + escaped(composer.finish().json(.compact)) + template[place.upperBound...]
    }

    private static let placeholder = "{{DATA}}"

    private static func escaped(_ json: String) -> String {
        json.replacing(byte: "<", with: #"\u003c"#).replacing(byte: ">", with: #"\u003e"#)
            .replacing(byte: "&", with: #"\u0026"#)
    }

    private static func add(_ item: Item, _ level: Int, to composer: inout ValueComposer) {
        let numbers = [item.count, item.perParent.lowerBound, item.perParent.upperBound, item.parentCount]
        let flags = (item.isInterleaved ? 1 : 0) + (item.isMixed ? 2 : 0), forms = item.forms.counts.map(\.count)
        row(
            level,
            item.path,
            numbers + [item.parentsWithout, item.longestText],
            item.example,
            flags,
            forms,
            to: &composer
        )
    }

    /// Adds a row of the tree.
    static func row(
        _ level: Int,
        _ name: String,
        _ numbers: [Int],
        _ example: String,
        _ flags: Int,
        _ forms: [Int],
        to composer: inout ValueComposer
    ) {
        composer.open(under: "")
        composer.add(String(level - 1), .number, under: "")
        composer.add(name, .string, under: "")
        for number in numbers { composer.add(String(number), .number, under: "") }
        composer.add(example, .string, under: "")
        composer.add(String(flags), .number, under: "")
        composer.open(under: "")
        for form in forms { composer.add(String(form), .number, under: "") }
        composer.close(.array)
        composer.close(.array)
    }
}
