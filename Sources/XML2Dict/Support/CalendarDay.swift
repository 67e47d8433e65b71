package enum CalendarDay {
    package static func exists(_ year: Int, _ month: Int, _ day: Int) -> Bool {
        let isLeap = year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400)
        let count =
            switch month {
            case 2: isLeap ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        return (1...12).contains(month) && (1...count).contains(day)
    }
}
