/// The reasons for which the library reads or refuses the JSON texts on which readers may differ.
enum JSONDecision: CaseIterable {
    /// Numbers stay as they are written, so none is too large or too exact (RFC 8259, section 6).
    case numberOfAnySize
    /// A reader may ignore a byte order mark of UTF-8 (section 8.1).
    case byteOrderMark
    /// 500 arrays in one another keep the limit of the depth, which section 9 allows.
    case depthWithinLimit
    /// An escape without the other half of its surrogate pair is no character, and UTF-8 cannot express it (section
    /// 8.2).
    case loneSurrogate
    /// The bytes are not UTF-8, which JSON must be in (section 8.1).
    case notUTF8
    /// The text is in UTF-16; the message says so.
    case utf16

    var isRead: Bool {
        switch self {
        case .numberOfAnySize, .byteOrderMark, .depthWithinLimit: true
        case .loneSurrogate, .notUTF8, .utf16: false
        }
    }

    /// The files, without `i_` and `.json`.
    var files: [String] {
        switch self {
        case .numberOfAnySize:
            [
                "number_double_huge_neg_exp", "number_huge_exp", "number_neg_int_huge_exp",
                "number_pos_double_huge_exp", "number_real_neg_overflow", "number_real_pos_overflow",
                "number_real_underflow", "number_too_big_neg_int", "number_too_big_pos_int",
                "number_very_big_negative_int",
            ]
        case .byteOrderMark: ["structure_UTF-8_BOM_empty_object"]
        case .depthWithinLimit: ["structure_500_nested_arrays"]
        case .loneSurrogate:
            [
                "object_key_lone_2nd_surrogate", "string_1st_surrogate_but_2nd_missing",
                "string_1st_valid_surrogate_2nd_invalid", "string_incomplete_surrogate_and_escape_valid",
                "string_incomplete_surrogate_pair", "string_incomplete_surrogates_escape_valid",
                "string_invalid_lonely_surrogate", "string_invalid_surrogate", "string_inverted_surrogates_U+1D11E",
                "string_lone_second_surrogate",
            ]
        case .notUTF8:
            [
                "string_UTF-8_invalid_sequence", "string_UTF8_surrogate_U+D800", "string_invalid_utf-8",
                "string_iso_latin_1", "string_lone_utf8_continuation_byte", "string_not_in_unicode_range",
                "string_overlong_sequence_2_bytes", "string_overlong_sequence_6_bytes",
                "string_overlong_sequence_6_bytes_null", "string_truncated-utf-8",
            ]
        case .utf16: ["string_UTF-16LE_with_BOM", "string_utf16BE_no_BOM", "string_utf16LE_no_BOM"]
        }
    }
}
