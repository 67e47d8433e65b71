/// A date and time of day in UTC, for the two spellings that the documents use.
struct Timestamp {
    private static let weekdays: [StaticString] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months: [StaticString] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private let weekday: Int
    private let year: Int
    private let month: Int
    private let day: Int
    private let second: Int

    /// A time between 2005 and 2025.
    init(random: inout SplitMix64) {
        self.init(secondsSince1970: random.number(in: 1_104_537_600...1_735_689_599))
    }

    /// `seconds` must be on or after 1 March 2000.
    private init(secondsSince1970 seconds: Int) {
        let days = seconds / 86_400
        second = seconds % 86_400
        weekday = days % 7

        // Years counted from March have the leap day last, so months fall into a regular pattern of 153 days
        // in every five. The count starts on 1 March 2000, which is day 11017 since 1970.
        let dayOfEra = days - 11_017
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = 2000 + yearOfEra + (month <= 2 ? 1 : 0)
    }

    /// As in `2024-02-29T08:05:00Z`.
    func appendInternet(to text: inout TextBuffer) {
        text.append(decimal: year, digits: 4)
        text.append("-")
        text.append(decimal: month, digits: 2)
        text.append("-")
        text.append(decimal: day, digits: 2)
        text.append("T")
        appendTime(to: &text)
        text.append("Z")
    }

    /// As in `Thu, 29 Feb 2024 08:05:00 +0000`.
    func appendMail(to text: inout TextBuffer) {
        text.append(Self.weekdays[weekday])
        text.append(", ")
        text.append(decimal: day, digits: 2)
        text.appendSpace()
        text.append(Self.months[month - 1])
        text.appendSpace()
        text.append(decimal: year, digits: 4)
        text.appendSpace()
        appendTime(to: &text)
        text.append(" +0000")
    }

    private func appendTime(to text: inout TextBuffer) {
        text.append(decimal: second / 3_600, digits: 2)
        text.append(":")
        text.append(decimal: second / 60 % 60, digits: 2)
        text.append(":")
        text.append(decimal: second % 60, digits: 2)
    }
}
