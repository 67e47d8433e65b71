/// The keys that options give, as numbers of names.
struct BuildKeys {
    let text: Int
    let attributeGroup: Int?
    let cdata: Int?
    let comment: Int?
    let processingInstruction: Int?
    let doctype: Int?
    let declarations: Int
    let defaultNamespace: Int
    let origin: Int?
    let order: Int?
    let version: Int
    let encoding: Int

    init(
        _ options: XMLOptions,
        attributePrefix: String,
        _ names: inout NameInterner
    ) throws(BuildError) {
        func number(_ key: String?) throws(BuildError) -> Int? {
            guard let key else { return nil }
            return try names.number(ofOption: key)
        }
        let group: String? = if case .group(let key) = options.attributes { key } else { nil }
        text = try names.number(ofOption: options.textKey ?? "")
        attributeGroup = try number(group)
        cdata = try number(options.cdataKey)
        comment = try number(options.commentKey)
        processingInstruction = try number(options.processingInstructionKey)
        doctype = try number(options.doctypeKey)
        declarations = try names.number(ofOption: attributePrefix + "xmlns")
        defaultNamespace = try names.number(ofOption: options.defaultNamespaceKey)
        origin = try number(options.originKey)
        order = try number(options.orderKey)
        version = try names.number(ofOption: "version")
        encoding = try names.number(ofOption: "encoding")
    }
}
