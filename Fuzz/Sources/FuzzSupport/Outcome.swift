package import XML2Dict

/// What became of reading: what was read, or what is wrong with the document.
package enum Outcome<Result> {
    case success(Result)
    case failure(XMLReaderError)

    package init(_ body: () throws(XMLReaderError) -> Result) {
        do throws(XMLReaderError) {
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

    /// The outcome without what may depend on how the document comes.
    package var comparable: Outcome {
        guard case .failure(let error) = self else { return self }
        return .failure(error.comparable)
    }
}

extension Outcome: Equatable where Result: Equatable {}

extension Outcome where Result: Equatable {
    /// Reports a finding when another way to read had another outcome.
    ///
    /// - Parameters:
    ///   - other: The other outcome.
    ///   - ways: The two ways, for the report.
    package func check(equals other: Outcome, _ ways: String) {
        FuzzSupport.check(
            comparable == other.comparable,
            "\(ways) differ:\n\(shown)\n\(other.shown)"
        )
    }

    private var shown: String {
        switch self {
        case .success(let result): "\(result)"
        case .failure(let error): "\(error.code) \(error), at byte \(error.byteOffset ?? -1), in \(error.path)"
        }
    }
}
