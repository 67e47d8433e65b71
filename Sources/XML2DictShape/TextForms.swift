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

    /// All forms with their counts, the narrower ones first.
    var counts: [(form: TextForm, count: Int)] {
        [
            (.empty, empty), (.integer, integer), (.number, number), (.boolean, boolean), (.date, date),
            (.dateTime, dateTime), (.localDateTime, localDateTime), (.url, url), (.string, string),
        ]
    }

    @inline(__always)
    mutating func add(_ form: TextForm, _ count: Int = 1) {
        switch form {
        case .empty: empty &+= count
        case .integer: integer &+= count
        case .number: number &+= count
        case .boolean: boolean &+= count
        case .date: date &+= count
        case .dateTime: dateTime &+= count
        case .localDateTime: localDateTime &+= count
        case .url: url &+= count
        case .string: string &+= count
        }
    }

    mutating func add(_ other: TextForms) { for (form, count) in other.counts { add(form, count) } }

    /// The one form that all texts have that are not empty; `nil` for several forms, and without such texts.
    ///
    /// Integers are numbers, too.
    var common: TextForm? {
        let filled = filled
        guard filled > 0 else { return nil }
        if integer + number == filled, number > 0 { return .number }
        return counts.first { $0.form != .empty && $0.count == filled }?.form
    }
}
