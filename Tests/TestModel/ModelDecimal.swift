/// A decimal number of any length, which is equal to other spellings of the same value.
///
///     -12.50e3     sign "-"   digits "125"   power 2: -125 times 10 to the power of 2
public struct ModelDecimal: Hashable {
    private let sign: String
    /// The digits without zeros at both ends, or none for zero.
    private let digits: String
    /// The exponent of the power of ten that multiplies the digits, or 0 for zero.
    private let power: Int

    /// - Parameter text: A number with digits before a point, and perhaps with an exponent.
    public init(_ text: String) {
        let parts = text.lowercased().split(separator: "e"), unsigned = parts[0].drop { $0 == "-" }
        let sides = unsigned.split(separator: "."), fraction = sides.count > 1 ? sides[1] : ""
        let all = (sides[0] + fraction).drop { $0 == "0" }
        let zeros = all.reversed().prefix { $0 == "0" }.count
        digits = String(all.dropLast(zeros))
        sign = text.hasPrefix("-") && !digits.isEmpty ? "-" : ""
        let exponent = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        power = digits.isEmpty ? 0 : exponent - fraction.count + zeros
    }
}
