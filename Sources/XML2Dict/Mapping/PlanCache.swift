/// Options, and their compiled plans.
///
/// The copies of a reader share one cache, also in several threads. All readers and decoders with the unchanged options
/// of a convention share one cache, which stays in memory.
///
///     XMLReader()  ─┐
///     XMLReader()  ─┴─▶ PlanCache ─┬ options
///                                  └ plans ─┬ one for a document
///                                           ├ one for several documents in one input
///                                           └ the last four for records
package final class PlanCache: @unchecked Sendable {
    package let options: XMLOptions
    private let monitor = Monitor()
    private var plans: [Plan] = []
    /// The caches of decoders, by `keepsOrder`.
    private var decoding: [Bool: PlanCache] = [:]

    package init(_ options: XMLOptions) {
        self.options = options
    }

    /// Returns the shared cache for the unchanged options of a convention, or a new cache for other options.
    package static func of(_ options: XMLOptions) -> PlanCache {
        let shared = conventions.first { $0.options.beginning.convention == options.beginning.convention }
        return shared.flatMap { $0.options == options ? $0 : nil } ?? PlanCache(options)
    }

    private static let conventions = XMLOptions.Convention.allCases.map { PlanCache(XMLOptions($0)) }

    /// Returns the plan for one document, for the records at a path, or for several documents in one input.
    ///
    /// The cache keeps the last four plans for records. A plan for records at more than 16 paths is too large to keep.
    /// The cache keeps no plan that skips broken records, because functions such as `report` cannot be compared.
    package func plan(
        recordsAt records: XMLPath? = nil,
        onError policy: XMLOptions.ErrorPolicy = .stop,
        isSeries: Bool = false
    ) throws(XMLError) -> Plan {
        let isKept = !policy.skips && (records?.alternatives.count ?? 0) <= Self.mostAlternatives
        if isKept, let plan = monitor.locked({ kept(records, isSeries: isSeries) }) { return plan }
        // Other threads need not wait for the compilation.
        let options = isSeries ? options.ofSeries : options
        let made = try Plan(options, recordsAt: records, onError: policy, isSeries: isSeries)
        return isKept ? monitor.locked { keep(made) } : made
    }

    private static let mostAlternatives = 16, mostOfRecords = 4

    private func kept(_ records: XMLPath?, isSeries: Bool) -> Plan? {
        plans.first { $0.serves(recordsAt: records, isSeries: isSeries) }
    }

    /// Keeps a plan, unless another thread has compiled an equal plan.
    private func keep(_ made: Plan) -> Plan {
        if let plan = kept(made.records, isSeries: made.isSeries) { return plan }
        let ofRecords = plans.indices.filter { plans[$0].records != nil }
        if made.records != nil, ofRecords.count == Self.mostOfRecords { plans.remove(at: ofRecords[0]) }
        plans.append(made)
        return made
    }

    package func forDecoding(keepingOrder keepsOrder: Bool) -> PlanCache {
        monitor.locked {
            if let plans = decoding[keepsOrder] { return plans }
            let plans = PlanCache(options.forDecoding(keepingOrder: keepsOrder))
            decoding[keepsOrder] = plans
            return plans
        }
    }
}
