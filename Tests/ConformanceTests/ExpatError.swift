import XML2Dict

/// Expat's error numbers (`enum XML_Error` in `expat.h`) that occur in the W3C suite.
enum ExpatError {
    /// The codes that xml2dict reports for a number.
    static let codes: [Int: Set<XMLError.Code>] = [
        2: [.malformed],  // XML_ERROR_SYNTAX
        3: [.unexpectedEnd],  // XML_ERROR_NO_ELEMENTS: no root element, or no end of it
        4: [.malformed, .encoding],  // XML_ERROR_INVALID_TOKEN: an ill-formed character among others
        5: [.unexpectedEnd],  // XML_ERROR_UNCLOSED_TOKEN
        6: [.unexpectedEnd],  // XML_ERROR_PARTIAL_CHAR
        7: [.malformed],  // XML_ERROR_TAG_MISMATCH
        8: [.malformed],  // XML_ERROR_DUPLICATE_ATTRIBUTE
        9: [.malformed],  // XML_ERROR_JUNK_AFTER_DOC_ELEMENT
        10: [.malformed],  // XML_ERROR_PARAM_ENTITY_REF
        11: [.entity],  // XML_ERROR_UNDEFINED_ENTITY
        12: [.malformed],  // XML_ERROR_RECURSIVE_ENTITY_REF
        13: [.malformed],  // XML_ERROR_ASYNC_ENTITY
        14: [.malformed],  // XML_ERROR_BAD_CHAR_REF
        15: [.malformed],  // XML_ERROR_BINARY_ENTITY_REF
        16: [.entity],  // XML_ERROR_ATTRIBUTE_EXTERNAL_ENTITY_REF
        17: [.malformed],  // XML_ERROR_MISPLACED_XML_PI
        19: [.encoding],  // XML_ERROR_INCORRECT_ENCODING
        20: [.unexpectedEnd],  // XML_ERROR_UNCLOSED_CDATA_SECTION
        30: [.malformed],  // XML_ERROR_XML_DECL
        32: [.malformed],  // XML_ERROR_PUBLICID
    ]
}
