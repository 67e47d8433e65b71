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

    init(_ options: XMLOptions, _ names: inout NameInterner) {
        func number(_ key: String?) -> Int? {
            guard let key else { return nil }
            return names.number(ofOption: key)
        }
        text = names.number(ofOption: options.textKey ?? "")
        attributeGroup = number(options.attributeGroupKey)
        cdata = number(options.cdataKey)
        comment = number(options.commentKey)
        processingInstruction = number(options.processingInstructionKey)
        doctype = number(options.doctypeKey)
        declarations = names.number(ofOption: options.declarationsKey)
        defaultNamespace = names.number(ofOption: options.defaultNamespaceKey)
        origin = number(options.originKey)
        order = number(options.orderKey)
        version = names.number(ofOption: "version")
        encoding = names.number(ofOption: "encoding")
    }
}
