/// How many texts have each form.
struct TextForms: BitwiseCopyable, Hashable {
    var empty = 0
    var integer = 0
    var number = 0
    var boolean = 0
    var date = 0
    var dateTime = 0
    /// Dates and times without a zone, which RFC 3339 does not allow.
    var localDateTime = 0
    var url = 0
    var string = 0

    var total: Int { empty + filled }

    /// How many texts are not empty.
    var filled: Int { integer + number + boolean + date + dateTime + localDateTime + url + string }

    /// All forms with their names and counts, the narrower ones first.
    var counts: [(form: TextForm, count: Int)] {
        TextForm.allCases.map { ($0, self[$0]) }
    }

    @inline(__always)
    mutating func add(_ form: TextForm) { self[form] &+= 1 }

    mutating func add(_ other: TextForms) {
        for form in TextForm.allCases { self[form] += other[form] }
    }

    subscript(form: TextForm) -> Int {
        @inline(__always) get {
            switch form {
            case .empty: empty
            case .integer: integer
            case .number: number
            case .boolean: boolean
            case .date: date
            case .dateTime: dateTime
            case .localDateTime: localDateTime
            case .url: url
            case .string: string
            }
        }
        @inline(__always) set {
            switch form {
            case .empty: empty = newValue
            case .integer: integer = newValue
            case .number: number = newValue
            case .boolean: boolean = newValue
            case .date: date = newValue
            case .dateTime: dateTime = newValue
            case .localDateTime: localDateTime = newValue
            case .url: url = newValue
            case .string: string = newValue
            }
        }
    }

    /// The one form that all texts have that are not empty; `nil` for several forms, and without such texts.
    ///
    /// Integers are numbers, too.
    var common: TextForm? {
        let filled = filled
        guard filled > 0 else { return nil }
        if integer + number == filled, number > 0 { return .number }
        return TextForm.allCases.first { $0 != .empty && self[$0] == filled }
    }
}
