/// Options, compiled into the form that each stage of reading needs.
///
///     XMLOptions ──▶ Plan ─┬ input       the encoding, the entities, the documents of one input
///                          ├ limits      the values of all limits
///                          ├ names       the names in the options, which have the same IDs in each document
///                          ├ resolving   how names become keys, and names that paths match
///                          ├ paths       the paths in the options, with their marks
///                          ├ rules       the rules that events follow
///                          ├ forming     how nodes become values
///                          ├ roles       what the keys of values mean
///                          ├ text        how runs become one text
///                          └ shaping     the shape that values must have
///
/// A plan never changes, and serves any number of documents. `PlanCache` keeps the plans of a reader.
package final class Plan: Sendable {
    let input: InputRules
    package let limits: Limits
    let names: PlannedNames
    let resolving: NameRules
    let paths: PathTable
    let rules: BuildRules
    let forming: FormRules
    let roles: KeyRoles
    let text: TextRules
    package let form: ValueForm
    /// The keys that a writer reads as text, a CDATA section or a comment.
    let reservedKeys: [Int]
    package let shaping: Shaping?
    package let requiresMatch: Bool
    /// `nil` for whole documents.
    package let records: XMLPath?
    package let policy: XMLOptions.ErrorPolicy
    /// Whether each document of the input is delivered separately.
    package let isSeries: Bool
    private let options: XMLOptions

    /// Checks and compiles options.
    package convenience init(
        _ options: XMLOptions,
        recordsAt records: XMLPath? = nil,
        onError policy: XMLOptions.ErrorPolicy = .stop,
        isSeries: Bool = false
    ) throws(XMLError) {
        do throws(XMLError) {
            try records?.check(allowsAttribute: true)
        } catch {
            throw error.about(option: "records")
        }
        if options.isConcatenated, records == nil, !isSeries {
            throw XMLError(
                .invalidOptions,
                "this method reads one document, and several are allowed (\(option: "isConcatenated")); documents(in:) reads them"
            )
        }
        let paths = try options.checkedPaths(recordsAt: records)
        let input = try InputRules(options)
        let shaped = options.shaped(recordsAt: records, onError: policy)
        self.init(shaped, paths, input, recordsAt: records, onError: policy, isSeries: isSeries)
    }

    /// Creates the plan of an editor, to show the markup of elements at paths without building values.
    ///
    /// - Parameters:
    ///   - options: The options. Only the options of the input have an effect.
    ///   - paths: The paths.
    ///   - tracksNamespaces: Whether each tag lists its undeclared prefixes.
    /// - Throws: An `XMLError` with the code `invalidOptions`.
    package convenience init(_ options: XMLOptions, showing paths: [XMLPath], tracksNamespaces: Bool) throws(XMLError) {
        let options = options.forEditing(tracksNamespaces: tracksNamespaces)
        let marked = paths.flatMap { $0.alternatives.map { MarkedPath(path: $0, marks: .watched, option: "set") } }
        let input = try InputRules(options)
        self.init(options, marked, input, recordsAt: nil, onError: .stop, isSeries: false)
    }

    private init(
        _ options: XMLOptions,
        _ marked: [MarkedPath],
        _ input: InputRules,
        recordsAt records: XMLPath?,
        onError policy: XMLOptions.ErrorPolicy,
        isSeries: Bool
    ) {
        var names = NameInterner()
        // The names of paths have the smallest IDs: see `PathTable`.
        let paths = PathTable(marked, &names)
        let keys = FormKeys(options, &names)
        form = ValueForm(options)
        resolving = NameRules(options, form, options.schemaPrefixes(marked), &names)
        let ofKeys = options.roles.map { (id: names.id(ofOption: $0.key), role: $0.role) }
        let reserved = ofKeys.filter { !options.elementsAreArrays && [.text, .cdata, .comment].contains($0.role) }
        reservedKeys = reserved.map(\.id)
        roles = KeyRoles(ofKeys, textKey: keys.text, form, options.ofValues)
        forming = FormRules(options, keys, roles)
        let resolves = form.changesNames || !resolving.pathPrefixes.isEmpty
        rules = BuildRules(options, paths, forming, reservedKeys: reservedKeys, resolves: resolves)
        paths.watch(names.count)
        self.names = PlannedNames(names)
        self.paths = paths
        self.input = input
        limits = Limits(options.limits)
        text = TextRules(options)
        shaping = options.shaping
        requiresMatch = options.requiresMatch
        self.records = records
        self.policy = policy
        self.isSeries = isSeries
        self.options = options
    }

    func serves(recordsAt path: XMLPath?, isSeries: Bool) -> Bool {
        guard self.isSeries == isSeries, let records, let path else {
            return self.isSeries == isSeries && self.records == nil && path == nil
        }
        // Strings with different bytes can be equal.
        return records.description.utf8.elementsEqual(path.description.utf8)
    }

    /// The plan of a part's parser, which stops at the first error.
    ///
    /// After a mismatch in a part, one parser reads the document again and reports the mismatch.
    var ofParts: Plan {
        var options = options, input = input
        options.shaping?.fault = .error
        options.requiresMatch = false
        input.encoding = nil
        return Plan(options, paths.marked, input, recordsAt: records, onError: .stop, isSeries: false)
    }

    /// Returns the warning about paths that matched nothing and are likely mistakes.
    package func warning(about unmatched: UnmatchedPaths) -> ErrorMessage? {
        unmatched.message(paths.marked, isComplete: false)
    }

    /// Whether the result is records or selected elements, and not the whole document.
    package var selects: Bool { !paths.isForWholeDocument }

    /// Returns the reason why the reader cannot read an encoding, as the rest of a sentence that begins with `name`.
    package static func refusal(ofEncoding name: String) -> ErrorMessage? {
        XMLEncoding.Forced(name: name) == nil ? XMLEncoding.refusal(of: name) : nil
    }
}

struct InputRules: Sendable {
    /// The encoding of all bytes, or `nil` to detect the encoding.
    var encoding: XMLEncoding.Forced?
    let entities: XMLOptions.Entities
    let replacesInvalidCharacters: Bool
    let isConcatenated: Bool

    init(_ options: XMLOptions) throws(XMLError) {
        encoding = options.encoding.flatMap(XMLEncoding.Forced.init)
        entities = options.entities
        replacesInvalidCharacters = options.replacesInvalidCharacters
        isConcatenated = options.isConcatenated
        guard encoding == nil, let name = options.encoding else { return }
        throw XMLError(
            .invalidOptions,
            "'\(name)' (\(option: "encoding")) \(XMLEncoding.refusal(of: name))"
        )
    }
}
