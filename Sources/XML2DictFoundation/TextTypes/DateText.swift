import Foundation
import XML2Dict

/// Parses and writes dates without a formatter, because formatters are slow and depend on a locale.
enum DateText {
    /// Parses a date of ISO 8601 and XML Schema part 2 (sections 3.2.7 and 3.2.9).
    static func iso8601(_ text: String) -> Date? {
        var scanner = TextScanner(text)
        let isNegative = scanner.skip("-")
        guard let year = scanner.number(digits: 4...9), scanner.skip("-"), let month = scanner.number(digits: 2...2),
            scanner.skip("-"), let day = scanner.number(digits: 2...2), !isNegative
        else { return nil }
        var time: Time? = Time()
        if scanner.skip("T") || scanner.skip("t") || scanner.skip(" ") {
            time = clock(&scanner, hourDigits: 2...2)
        }
        guard let time, let offset = isoOffset(&scanner), scanner.isAtEnd else { return nil }
        return date(year, month, day, time, offset: offset)
    }

    /// Parses a date of RFC 822 (section 5.1), RFC 1123 or RFC 5322 (section 3.3), with a year of two to four digits.
    static func rfc822(_ text: String) -> Date? {
        var scanner = TextScanner(text)
        if scanner.word() != nil {
            _ = scanner.skip(",")
            scanner.skipSpace()
        }
        guard let day = scanner.number(digits: 1...2) else { return nil }
        scanner.skipSeparators()
        guard let month = scanner.word().flatMap(month) else { return nil }
        scanner.skipSeparators()
        let start = scanner.index
        guard var year = scanner.number(digits: 2...4) else { return nil }
        // RFC 5322, section 4.3, defines these years for two and three digits.
        switch scanner.index - start {
        case 2: year += year < 50 ? 2000 : 1900
        case 3: year += 1900
        default: break
        }
        scanner.skipSpace()
        guard let time = clock(&scanner, hourDigits: 1...2) else { return nil }
        scanner.skipSpace()
        guard let offset = namedOffset(&scanner) else { return nil }
        scanner.skipSpace()
        guard scanner.skipComment(), scanner.isAtEnd else { return nil }
        return date(year, month, day, time, offset: offset)
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    private static func month(_ name: String) -> Int? {
        let name = name.lowercased()
        guard name.count >= 3 else { return nil }
        return months.firstIndex { $0.hasPrefix(name) }.map { $0 + 1 }
    }

    private struct Time {
        var seconds = 0
        var fraction = 0.0
    }

    private static func clock(_ scanner: inout TextScanner, hourDigits: ClosedRange<Int>) -> Time? {
        guard let hour = scanner.number(digits: hourDigits), scanner.skip(":"),
            let minute = scanner.number(digits: 2...2)
        else {
            return nil
        }
        var second = 0, fraction = 0.0
        if scanner.skip(":") {
            guard let number = scanner.number(digits: 2...2) else { return nil }
            second = number
            if scanner.skip(".") || scanner.skip(",") {
                guard let digits = scanner.digits(), let number = Double("0." + digits) else { return nil }
                fraction = number
            }
        }
        // 24:00:00 is the end of the day. 60 is a leap second, which counts as the first second of the next minute.
        let isEnd = hour == 24 && minute == 0 && second == 0 && fraction == 0
        guard hour < 24 || isEnd, minute < 60, second <= 60 else { return nil }
        return Time(seconds: hour * 3600 + minute * 60 + second, fraction: fraction)
    }

    /// Parses `Z`, `+02:00`, `+0200`, `+02` or nothing, and returns the seconds east of Greenwich.
    private static func isoOffset(_ scanner: inout TextScanner) -> Int? {
        if scanner.isAtEnd || scanner.skip("Z") || scanner.skip("z") { return 0 }
        return numericOffset(&scanner)
    }

    private static func numericOffset(_ scanner: inout TextScanner) -> Int? {
        let isWest = scanner.skip("-")
        guard isWest || scanner.skip("+"), let hours = scanner.number(digits: 2...2) else { return nil }
        let hasMinutes = scanner.skip(":") || scanner.isAtDigit
        let minutes = hasMinutes ? scanner.number(digits: 2...2) : 0
        guard let minutes, hours <= 23, minutes < 60 else { return nil }
        let seconds = hours * 3600 + minutes * 60
        return isWest ? -seconds : seconds
    }

    /// The offsets in hours of the zones in RFC 822, and of no other zones, because other names are ambiguous.
    private static let zones = [
        "ut": 0, "utc": 0, "gmt": 0, "z": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6,
        "pst": -8,
        "pdt": -7,
    ]

    private static func namedOffset(_ scanner: inout TextScanner) -> Int? {
        if scanner.isAtEnd { return 0 }
        guard let name = scanner.word() else { return numericOffset(&scanner) }
        return zones[name.lowercased()].map { $0 * 3600 }
    }

    private static func date(_ year: Int, _ month: Int, _ day: Int, _ time: Time, offset: Int) -> Date? {
        guard CalendarDay.exists(year, month, day) else { return nil }
        // Years begin in March here, so that a leap day is the last day of a year.
        let shifted = month > 2 ? year : year - 1
        // January and February of the year 0 belong to the previous era of 400 years.
        let era = shifted < 0 ? -1 : shifted / 400, yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        // `Date` counts from 2001. Seconds since 1970 are larger numbers, which keep fewer digits of the fraction.
        let seconds = (days - 11_323) * 86_400 + time.seconds - offset
        return Date(timeIntervalSinceReferenceDate: Double(seconds) + time.fraction)
    }
}

private struct TextScanner {
    private let bytes: [UInt8]
    private(set) var index = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { index == bytes.count }

    var isAtDigit: Bool { index < bytes.count && bytes[index] &- UInt8(ascii: "0") < 10 }

    /// Skips a comment in parentheses (RFC 822, section 3.1.4), or returns `false` if it has no end.
    mutating func skipComment() -> Bool {
        guard skip("(") else { return true }
        while index < bytes.count, bytes[index] != UInt8(ascii: ")") { index += 1 }
        return skip(")")
    }

    mutating func skip(_ letter: Unicode.Scalar) -> Bool {
        guard index < bytes.count, UInt32(bytes[index]) == letter.value else { return false }
        index += 1
        return true
    }

    mutating func skipSpace() {
        while skip(" ") || skip("\t") {}
    }

    mutating func skipSeparators() {
        while skip(" ") || skip("-") {}
    }

    mutating func number(digits range: ClosedRange<Int>) -> Int? {
        let rest = bytes[index...].prefix(range.upperBound).prefix { $0 &- UInt8(ascii: "0") < 10 }
        index += rest.count
        return rest.count < range.lowerBound ? nil : rest.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    mutating func digits() -> String? { text { $0 &- UInt8(ascii: "0") < 10 } }

    mutating func word() -> String? { text { ($0 | 0x20) &- UInt8(ascii: "a") < 26 } }

    private mutating func text(of isIncluded: (UInt8) -> Bool) -> String? {
        let rest = bytes[index...].prefix(while: isIncluded)
        index += rest.count
        return rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
    }
}

extension DateText {
    private struct Moment {
        var year: Int
        var month: Int
        var day: Int
        var second: Int
        var weekday: Int

        /// The moment at a number of whole seconds since 1970.
        init(_ seconds: Int) {
            second = (seconds % 86_400 + 86_400) % 86_400
            let days = (seconds - second) / 86_400
            weekday = ((days + 4) % 7 + 7) % 7
            // Years begin in March here, so that a leap day is the last day of a year. Day 0 is March 1 of the year 0.
            let shifted = days + 719_468
            let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
            let dayOfEra = shifted - era * 146_097
            let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
            let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
            let monthFromMarch = (5 * dayOfYear + 2) / 153
            day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
            month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
            year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        }

        var clock: String {
            "\(padded(second / 3600)):\(padded(second / 60 % 60)):\(padded(second % 60))"
        }

        func padded(_ value: Int, to count: Int = 2) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
    }

    private static let reference = 978_307_200
    /// A limit of seconds beyond all years that can be written, so that a conversion to `Int` cannot overflow.
    private static let farthest = 1e17

    private static func parts(of date: Date) -> (seconds: Int, fraction: Double)? {
        let interval = date.timeIntervalSinceReferenceDate, whole = interval.rounded(.down)
        guard abs(whole) < farthest else { return nil }
        return (Int(whole) + reference, interval - whole)
    }

    static func iso8601(_ date: Date) -> String? {
        guard let (seconds, fraction) = parts(of: date) else { return nil }
        let moment = Moment(seconds)
        guard (0...999_999_999).contains(moment.year) else { return nil }
        let day = "\(moment.padded(moment.year, to: 4))-\(moment.padded(moment.month))-\(moment.padded(moment.day))"
        let text = "\(day)T\(moment.clock)"
        return fraction == 0 ? text + "Z" : text + digits(of: fraction, before: date, after: text) + "Z"
    }

    /// Returns `.` and the fewest digits of the fraction that `iso8601` parses back to an equal date.
    private static func digits(of fraction: Double, before date: Date, after text: String) -> String {
        for count in [1, 2, 3, 6, 9, 12, 15] {
            let digits = String(format: "%.\(count)f", fraction)
            // A fraction that is rounded to 1 needs more digits.
            guard digits.hasPrefix("0.") else { continue }
            let found = String(digits.dropFirst())
            if iso8601("\(text)\(found)Z") == date { return found }
        }
        return String(String(format: "%.40f", fraction).dropFirst())
    }

    static func rfc822(_ date: Date) -> String? {
        guard let (seconds, _) = parts(of: date) else { return nil }
        let moment = Moment(seconds)
        guard (0...9999).contains(moment.year) else { return nil }
        let weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][moment.weekday]
        let month = months[moment.month - 1].prefix(3).capitalized
        let year = moment.padded(moment.year, to: 4)
        return "\(weekday), \(moment.padded(moment.day)) \(month) \(year) \(moment.clock) GMT"
    }
}
