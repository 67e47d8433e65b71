/// A value behind a reference, for large and rare values inside values that are often moved.
indirect enum Boxed<Value> {
    case value(Value)

    init(_ value: Value) { self = .value(value) }

    var value: Value {
        switch self {
        case .value(let value): value
        }
    }
}
