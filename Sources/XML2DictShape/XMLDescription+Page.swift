import XML2Dict

extension XMLDescription {
    /// Returns an HTML page that shows the description, as one file that needs no network.
    ///
    /// `DescriptionPage.html` is the page without data, and documents the format of the data. The method adds the data
    /// to a script element that browsers do not run, and escapes each character that could end this element.
    package func page(titled title: String) -> String {
        let template = String(decoding: PackageResources.DescriptionPage_html, as: UTF8.self)
        guard let range = template.firstRange(of: Self.placeholder) else { return template }
        var composer = ValueComposer()
        composer.open(under: "")
        composer.add(title, .string, under: "title")
        composer.add(documentCount.map { String($0) } ?? "", documentCount == nil ? .null : .number, under: "documents")
        composer.add(records?.description ?? "", records == nil ? .null : .string, under: "records")
        composer.open(under: "likelyRecords")
        for item in likelyRecords(first: 5) {
            composer.open(under: "")
            composer.add(item.path, .string, under: "path")
            composer.add(String(item.count), .number, under: "count")
            composer.close(.dictionary)
        }
        composer.close(.array)
        composer.add(forms, under: "forms")
        composer.open(under: "items")
        forEachRow { item, level, _, shownAt in add(item, level, shownAt, to: &composer) }
        composer.close(.array)
        composer.close(.dictionary)
        return template[..<range.lowerBound] + Self.escaped(composer.finish().json(.compact))
            + template[range.upperBound...]
    }

    private static let placeholder = "{{DATA}}"

    private static func escaped(_ json: String) -> String {
        json.replacing(byte: "<", with: #"\u003c"#).replacing(byte: ">", with: #"\u003e"#)
            .replacing(byte: "&", with: #"\u0026"#)
    }

    private func add(_ item: Item, _ level: Int, _ shownAt: String?, to composer: inout ValueComposer) {
        let range = item.perParent, most = range.upperBound == .max ? 0 : range.upperBound
        composer.open(under: "")
        composer.add(String(level - 1), .number, under: "")
        composer.add(item.path, .string, under: "")
        let numbers = [item.count, range.lowerBound, most, item.parentCount, item.parentsWithout, item.longestText]
        for number in numbers { composer.add(String(number), .number, under: "") }
        composer.add(shownAt.map { "see \($0)" } ?? item.example, .string, under: "")
        composer.add(String((item.isInterleaved ? 1 : 0) + (item.isMixed ? 2 : 0)), .number, under: "")
        let counts = forms.map { form in item.texts.first { $0.form == form }?.count ?? 0 }
        composer.add(counts.map { String($0) }, of: .number, under: "")
        composer.close(.array)
    }
}
