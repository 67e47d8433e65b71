extension XMLValue: Decodable {
    /// Decodes a value of any form.
    ///
    /// From an ``XMLDecoder`` it is the element, attribute or array as the reader made it: it shares the memory of the
    /// document, and has its lines. From any other decoder, such as `JSONDecoder`, it is made of dictionaries, arrays,
    /// strings, numbers, booleans and null. Its keys are then sorted by their bytes, as a decoder does not know their
    /// order. Whole numbers of 64 bits are exact; other numbers are as `Double` prints them.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: A `DecodingError` when another decoder's value is nested more than 1,000 deep, or too deep for the
    ///   thread's stack, or has a part that JSON does not have; and errors of that decoder.
    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? ElementDecoder else {
            try self.init(foreign: decoder)
            return
        }
        self.init(storage: decoder.session.storage, entry: decoder.entry)
    }
}
