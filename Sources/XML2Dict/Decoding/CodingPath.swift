/// The path from the top of a value to a decoder: a chain of keys, which becomes an array only for errors.
///
/// Appending to an array would allocate memory for each nested value.
indirect enum CodingPath {
    case root
    case key(any CodingKey, in: CodingPath)
    case index(Int, in: CodingPath)

    var keys: [any CodingKey] {
        var keys: [any CodingKey] = []
        var rest = self
        while true {
            switch rest {
            case .root:
                return keys.reversed()
            case .key(let key, let outer):
                keys.append(key)
                rest = outer
            case .index(let index, let outer):
                keys.append(PlainKey(intValue: index))
                rest = outer
            }
        }
    }
}
