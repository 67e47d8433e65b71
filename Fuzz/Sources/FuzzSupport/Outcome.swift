internal import TestModel
package import XML2Dict

/// A value, or an error of the document.
package enum Outcome<Result> {
    case success(Result)
    case failure(XMLError)

    package init(_ body: () throws(XMLError) -> Result) {
        do throws(XMLError) {
            self = .success(try body())
        } catch {
            self = .failure(error)
        }
    }

    package func map<Other>(_ change: (Result) -> Other) -> Outcome<Other> {
        switch self {
        case .success(let result): .success(change(result))
        case .failure(let error): .failure(error)
        }
    }
}

extension Outcome: Equatable where Result: Equatable {}

extension Outcome where Result: Equatable {
    /// Reports a finding unless another way of reading has the same outcome.
    ///
    /// - Parameters:
    ///   - other: The other outcome.
    ///   - ways: The two ways, for the report.
    package func check(equals other: Outcome, _ ways: String) {
        FuzzSupport.check(isSame(inOtherChunks: other), "\(ways) differ:\n\(shown)\n\(other.shown)")
    }

    private func isSame(inOtherChunks other: Outcome) -> Bool {
        guard case .failure(let error) = self, case .failure(let otherError) = other else { return self == other }
        return error.isSame(inOtherChunks: otherError)
    }

    private var shown: String {
        switch self {
        case .success(let result): "\(result)"
        case .failure(let error): "\(error.code) \(error), at byte \(error.byteOffset ?? -1), in \(error.path)"
        }
    }
}

extension Outcome<XMLValue> {
    /// The outcome as JSON, in which the order of keys counts.
    package var json: Outcome<String> { map { $0.json(.compact) } }
}
