extension Unicode.Scalar {
    /// Whether a terminal may take it for a command, or show other text in another order because of it: DEL, a C1
    /// control, a mark of direction, an embedding, an override or an isolate (Unicode Standard Annex 9).
    ///
    /// JSON itself escapes the other controls.
    package var isTerminalControl: Bool {
        switch value {
        case 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
