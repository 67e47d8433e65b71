/// A value behind a reference, in one word: for large values that are rarely there, inside values that are often moved.
indirect enum Boxed<Value> {
    case value(Value)

    init(_ value: Value) { self = .value(value) }

    var value: Value {
        switch self {
        case .value(let value): value
        }
    }
}
