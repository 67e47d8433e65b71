import XML2Dict

/// The compiled settings of a writer.
///
///     XMLWriter ──▶ WritingPlan ─┬ conventions   what a value means: see `Unform`
///                                └ markup        how nodes become text: see `TagWriter`
final class WritingPlan: Sendable {
    let conventions: UnformRules
    let markup: TagRules

    init(_ writer: XMLWriter) throws(XMLError) {
        guard writer.options.separatesPrefixes else {
            throw XMLError(
                .invalidOptions,
                "a name can have the separator of prefixes in it\(command: " (\(option: "prefixSeparator")); with : prefixes are recognized")"
            )
        }
        try writer.options.check()
        conventions = UnformRules(
            writer.options,
            rootName: writer.rootName,
            itemName: writer.itemName,
            attributeNames: writer.attributeNames,
            isOfReader: writer.isOfReader
        )
        markup = try TagRules(writer.options, writer.format, declaresNamespaces: writer.declaresNamespaces)
        try checkNames(of: writer)
    }

    private func checkNames(of writer: XMLWriter) throws(XMLError) {
        var given = writer.attributeNames.sorted().map { (option: "attributeNames", name: $0) }
        if let name = writer.rootName { given.append(("rootName", name)) }
        if let name = writer.itemName { given.append(("itemName", name)) }
        guard !given.isEmpty else { return }
        var keys = WrittenNames(conventions), names = TagNames(markup)
        for (option, name) in given {
            let written: TagName = keys.element(Array(name.utf8), &names)
            guard !names.checked(written.text).isValid else { continue }
            throw XMLError(
                .invalidOptions,
                "'\(name.shortened)' (\(option: option)) is not \(WrittenNameCheck.requirement(of: name))"
            )
        }
    }
}
