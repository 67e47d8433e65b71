import Foundation

/// Writing dates without a formatter.
extension DateText {
    /// A day of the Gregorian calendar and a time, in UTC.
    private struct Moment {
        var year: Int
        var month: Int
        var day: Int
        /// The second of the day, and the day of the week from Sunday on.
        var second: Int
        var weekday: Int

        /// The moment at a number of whole seconds since 1970.
        init(_ seconds: Int) {
            var days = seconds / 86_400
            second = seconds % 86_400
            if second < 0 {
                second += 86_400
                days -= 1
            }
            weekday = ((days + 4) % 7 + 7) % 7
            // Counted from March of the year 0, a leap day is the last day of its year.
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

        func padded(_ number: Int, to count: Int = 2) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
    }

    /// The seconds from the reference date to 1970, the epoch of the calendar's arithmetic.
    private static let reference = 978_307_200
    /// More seconds than from 1970 to any year that can be written.
    private static let farthest = 1e17

    /// The whole seconds since 1970, and the rest, which is less than one second.
    private static func parts(of date: Date) -> (seconds: Int, fraction: Double)? {
        let interval = date.timeIntervalSinceReferenceDate, whole = interval.rounded(.down)
        guard abs(whole) < farthest else { return nil }
        return (Int(whole) + reference, interval - whole)
    }

    /// A date as `iso8601(_:)` reads it; `nil` outside the years from 0 to 999999999.
    static func iso8601(_ date: Date) -> String? {
        guard let (seconds, fraction) = parts(of: date) else { return nil }
        let moment = Moment(seconds)
        guard (0...999_999_999).contains(moment.year) else { return nil }
        let day = "\(moment.padded(moment.year, to: 4))-\(moment.padded(moment.month))-\(moment.padded(moment.day))"
        let text = "\(day)T\(moment.clock)"
        return fraction == 0 ? text + "Z" : text + digits(of: fraction, before: date, after: text) + "Z"
    }

    /// A point and the fewest digits of a fraction with which the text is read as the date.
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

    /// A date as `rfc822(_:)` reads it, without fractions of a second; `nil` outside the years from 0 to 9999.
    static func rfc822(_ date: Date) -> String? {
        guard let (seconds, _) = parts(of: date) else { return nil }
        let moment = Moment(seconds)
        guard (0...9999).contains(moment.year) else { return nil }
        let weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][moment.weekday]
        let month = [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ][moment.month - 1]
        let year = moment.padded(moment.year, to: 4)
        return "\(weekday), \(moment.padded(moment.day)) \(month) \(year) \(moment.clock) +0000"
    }
}
