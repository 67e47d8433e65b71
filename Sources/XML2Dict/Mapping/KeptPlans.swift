/// Options, and the plans that were compiled from them.
///
/// The copies of a reader share one, also in several threads. All readers and decoders with the options of a convention,
/// unchanged, share one that stays.
///
///     XMLReader()  ─┐
///     XMLReader()  ─┴─▶ KeptPlans ─┬ options
///                                  └ plans ─┬ one for a document
///                                           ├ one for several documents in one input
///                                           └ one for records: the last
package final class KeptPlans: @unchecked Sendable {
    package let options: XMLOptions
    private let monitor = Monitor()
    private var plans: [Plan] = []
    private var decoding: KeptPlans?

    package init(_ options: XMLOptions) {
        self.options = options
    }

    /// The shared plans if these are the options of a convention; otherwise new ones.
    package static func of(_ options: XMLOptions) -> KeptPlans {
        let shared = conventions.first { $0.options.beginning.convention == options.beginning.convention }
        return shared.flatMap { $0.options == options ? $0 : nil } ?? KeptPlans(options)
    }

    private static let conventions = XMLOptions.Convention.allCases.map { KeptPlans(XMLOptions($0)) }

    /// The plan for one document, for the records at a path, or for several documents in one input.
    ///
    /// - Throws: An `XMLError` with the code `invalidOptions` or `invalidPath`.
    package func plan(
        recordsAt records: XMLPath? = nil,
        onError policy: XMLOptions.ErrorPolicy = .stop,
        isSeries: Bool = false
    ) throws(XMLError) -> Plan {
        try monitor.locked { () throws(XMLError) in
            for plan in plans where plan.serves(recordsAt: records, onError: policy, isSeries: isSeries) { return plan }
            let made = try Plan(
                isSeries ? options.ofSeries : options,
                recordsAt: records,
                onError: policy,
                isSeries: isSeries
            )
            if records != nil { plans.removeAll { $0.records != nil } }
            plans.append(made)
            return made
        }
    }

    /// The plans of the options with which a decoder reads.
    package var forDecoding: KeptPlans {
        monitor.locked {
            if let decoding { return decoding }
            let plans = KeptPlans(options.forDecoding)
            decoding = plans
            return plans
        }
    }
}
