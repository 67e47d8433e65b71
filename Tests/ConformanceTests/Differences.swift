// Where xml2dict differs from expat, from xmltodict or from what a careful tool does: each document, and the reason.
//
// All are intended. A test fails when a document differs and is not here, and when one is here and does not differ. So
// a list gets shorter when a difference is removed, and longer only with a reason.

extension [Difference] {
    /// The verdicts on documents of the W3C suite that differ from plain expat's.
    ///
    /// Plain expat has no handler for external entities: it drops references that it cannot resolve, and accepts the
    /// rest. xml2dict does not open named resources either, but drops nothing: such a reference is an error.
    static let w3cVerdicts = [
        Difference(
            "rejected: entity",
            """
            not-wf-ext-sa-001 not-wf-ext-sa-002 not-wf-ext-sa-003
            valid-ext-sa-001 valid-ext-sa-002 valid-ext-sa-003 valid-ext-sa-004 valid-ext-sa-005 valid-ext-sa-006
            valid-ext-sa-007 valid-ext-sa-008 valid-ext-sa-009 valid-ext-sa-011 valid-ext-sa-012 valid-ext-sa-013
            valid-ext-sa-014
            ext01 ext02 encoding07
            ibm-not-wf-P77-ibm77n01.xml ibm-not-wf-P77-ibm77n02.xml
            ibm-not-wf-P78-ibm78n01.xml ibm-not-wf-P78-ibm78n02.xml ibm-valid-P78-ibm78v01.xml
            ibm-1-1-not-wf-P02-ibm02n64.xml ibm-1-1-not-wf-P02-ibm02n65.xml ibm-1-1-not-wf-P02-ibm02n66.xml
            ibm-1-1-not-wf-P77-ibm77n04.xml ibm-1-1-not-wf-P77-ibm77n05.xml ibm-1-1-not-wf-P77-ibm77n06.xml
            ibm-1-1-not-wf-P77-ibm77n10.xml ibm-1-1-not-wf-P77-ibm77n11.xml ibm-1-1-not-wf-P77-ibm77n12.xml
            ibm-1-1-not-wf-P77-ibm77n16.xml ibm-1-1-not-wf-P77-ibm77n17.xml ibm-1-1-not-wf-P77-ibm77n18.xml
            ibm-1-1-valid-P03-ibm03v01.xml ibm-1-1-valid-P03-ibm03v02.xml ibm-1-1-valid-P03-ibm03v03.xml
            ibm-1-1-valid-P03-ibm03v04.xml
            ibm-1-1-valid-P77-ibm77v04.xml ibm-1-1-valid-P77-ibm77v10.xml ibm-1-1-valid-P77-ibm77v22.xml
            ibm-1-1-valid-P77-ibm77v23.xml ibm-1-1-valid-P77-ibm77v24.xml ibm-1-1-valid-P77-ibm77v28.xml
            ibm-1-1-valid-P77-ibm77v29.xml ibm-1-1-valid-P77-ibm77v30.xml
            rmt-e2e-38 rmt-003 rmt-004 rmt-005 rmt-006 rmt-009
            invalid-bo-1 invalid-bo-2 invalid-bo-3 invalid-bo-4 invalid-bo-5 invalid-bo-6 invalid-bo-7 invalid-bo-8
            invalid-bo-9
            """,
            reason: """
                The content refers to a general entity whose text is in another file, directly or (valid-ext-sa-012) \
                through entities whose text is in the document. Expat drops the reference.
                """
        ),
        Difference(
            "rejected: entity",
            """
            valid-not-sa-031 not-sa03 v-pe00 rmt-e2e-19
            ibm-valid-P09-ibm09v03.xml ibm-valid-P09-ibm09v05.xml ibm-valid-P32-ibm32v02.xml
            ibm-1-1-not-wf-P77-ibm77n01.xml ibm-1-1-not-wf-P77-ibm77n07.xml ibm-1-1-not-wf-P77-ibm77n08.xml
            ibm-1-1-not-wf-P77-ibm77n09.xml ibm-1-1-not-wf-P77-ibm77n13.xml ibm-1-1-not-wf-P77-ibm77n15.xml
            ibm-1-1-not-wf-P77-ibm77n19.xml ibm-1-1-not-wf-P77-ibm77n20.xml
            """,
            reason: """
                The document refers to an entity that only the external subset of its DTD declares, or that no \
                declaration declares. Because expat does not read the subset, that is not an error of well-formedness \
                (XML 1.0, section 4.1), and expat drops the reference; in not-sa03 in attribute values.
                """
        ),
        Difference(
            "rejected: entity",
            "rmt-e2e-18 rmt-e3e-13",
            reason: """
                The document refers to an entity after a reference to a parameter entity, without an external subset. \
                In rmt-e2e-18 an external parameter entity declares the entity; in rmt-e3e-13 no declaration does.
                """
        ),
        Difference(
            "rejected: malformed",
            "not-wf-not-sa-002",
            reason: """
                The text of a parameter entity breaks the grammar at the reference: it contains an XML declaration, \
                which may only start a document or another file (XML 1.0, sections 2.6 and 4.3.1). Plain expat does \
                not read parameter entities; the suite agrees with us.
                """
        ),
        Difference(
            "rejected: entity",
            "ibm-not-wf-P69-ibm69n05.xml",
            reason: """
                A document with standalone='yes' refers to a parameter entity before its declaration. Expat reports an \
                error of well-formedness when it reads parameter entities. By XML 1.0, section 4.1, and by the suite, \
                it is an error of validity, which a parser may or may not report.
                """
        ),
        Difference(
            "rejected: encoding",
            "hst-lhs-007",
            reason: """
                The bytes begin with the byte order mark of UTF-8, and the declaration names ISO-8859-1. Expat follows \
                the declaration; the suite agrees with us that this is an error (XML 1.0, section 4.3.3).
                """
        ),
        Difference(
            "rejected: malformed",
            "rmt-008",
            reason: "It declares version 42.88. Expat accepts any version; the suite considers this one an error."
        ),
        Difference(
            "accepted",
            "pr-xml-euc-jp pr-xml-iso-2022-jp pr-xml-shift_jis weekly-euc-jp weekly-iso-2022-jp weekly-shift_jis",
            reason: "Expat does not know the encoding, and a processor need not know it: iconv(3) converts it."
        ),
    ]

    /// The byte offsets of errors in the W3C suite that differ from expat's.
    static let w3cBytes = [
        Difference(
            each: (1...31).map { "o-p02fail\($0)=5 " }.joined() + "hst-lhs-009=0",
            reason: "The document is in UTF-16. Expat gets it as UTF-8 without the mark, so its byte is one of UTF-8."
        ),
        Difference(
            each: "rmt-014=122",
            reason: """
                The document is in ISO-8859-1. Expat gets it as UTF-8, in which a letter before the error takes one \
                byte more.
                """
        ),
        Difference(each: "not-wf-sa-050=0 o-p39fail3=0", reason: "The document is empty: expat reports -1."),
        Difference(
            each: "hst-lhs-008=0",
            reason: """
                Our own error comes first: the declaration, at byte 0, contradicts the byte order mark. Expat reports \
                the encoding's name inside the declaration.
                """
        ),
        Difference(
            each: """
                not-wf-sa-071=71 not-wf-sa-075=71 not-wf-sa-079=71 not-wf-sa-080=71
                ibm-not-wf-P68-ibm68n09.xml=158 ibm-not-wf-P68-ibm68n10.xml=236
                """,
            reason: """
                Entities refer to themselves through others: we report the text of the entity that closes the circle, \
                expat the use of one of them.
                """
        ),
    ]

    /// Real documents that are broken, or that expat cannot read.
    static let realDocuments = [
        Difference(
            "rejected: entity",
            "config-ant-webxml/tomcat__config_valve.xml",
            reason: """
                The entity &project; is another file. Expat and xmltodict leave the reference out silently; nothing is \
                to be lost.
                """
        ),
        Difference(
            "rejected: malformed",
            "feed/FeedKit__xml_Ampersand.xml",
            reason: "A link in a <guid> has a bare ampersand: utm_source=bolddk&utm_medium=rss."
        ),
        Difference(
            "rejected: malformed",
            "spark-xml/spark-xml__resources_fias_house.xml",
            reason: "It has two byte order marks. The second is a character, before the XML declaration."
        ),
        Difference(
            "rejected: malformed",
            """
            quick-xml-docs-encodings/quick-xml__encoding_windows-1256.xml
            quick-xml-docs-encodings/quick-xml__encoding_ISO-8859-5.xml
            """,
            reason: """
                Generated to try a lexer, not well-formed: an attribute's value has no quotation marks. The error comes \
                before that, at a euro or a numero sign in a name, which XML 1.0 up to its fourth edition does not allow.
                """
        ),
        Difference(
            "rejected: encoding",
            "feed-encodings/feedparser__encoding_utf_32.xml",
            reason: """
                The bytes are UTF-32, and the declaration names utf_32, which is Python's name for it: neither IANA nor \
                iconv(3) has it.
                """
        ),
        Difference(
            "1 elements, 0 attributes, depth 1",
            "feed-encodings/feedparser__encoding_utf-32le-bom.xml feed-encodings/feedparser__encoding_utf-32le-autodetect.xml",
            reason: "UTF-32, which expat cannot read, with and without a byte order mark."
        ),
        Difference(
            "58 elements, 13 attributes, depth 7",
            """
            pugixml-encodings/pugixml__data_utftest_utf32_be_bom.xml
            pugixml-encodings/pugixml__data_utftest_utf32_be_nodecl.xml
            """,
            reason: """
                UTF-32, which expat cannot read, with and without a byte order mark. The counts are those of the same \
                document in UTF-16.
                """
        ),
    ]

    /// Well-formed documents that are over a limit, which a careful tool should accept.
    ///
    /// They are refused by default, and accepted with the flag that the message names.
    static let attacks = [
        Difference(
            "rejected: nameLength",
            "tokens/long-name.xml tokens/long-attname.xml tokens/long-piname.xml",
            reason: "A name has at most 50,000 bytes."
        ),
        Difference(
            "rejected: attributes",
            """
            amounts/attributes-100000.xml amounts/namespaces-100000.xml
            collisions/times31-attributes.xml collisions/times33-attributes.xml
            """,
            reason: "A tag has at most 10,000 attributes, including namespace declarations."
        ),
        Difference("rejected: entityLength", "tokens/long-entity.xml", reason: "An entity has at most 64 KiB."),
    ]

    /// JSON texts on which RFC 8259 lets readers differ.
    static let jsonTexts = [
        Difference(
            "accepted",
            """
            i_number_double_huge_neg_exp i_number_huge_exp i_number_neg_int_huge_exp i_number_pos_double_huge_exp
            i_number_real_neg_overflow i_number_real_pos_overflow i_number_real_underflow i_number_too_big_neg_int
            i_number_too_big_pos_int i_number_very_big_negative_int
            """,
            reason: "Numbers stay as they are written, so none is too large or too exact (RFC 8259, section 6)."
        ),
        Difference(
            "accepted",
            "i_structure_UTF-8_BOM_empty_object",
            reason: "A reader may ignore a byte order mark of UTF-8 (section 8.1)."
        ),
        Difference(
            "accepted",
            "i_structure_500_nested_arrays",
            reason: "500 arrays in one another keep the limit of the depth, which section 9 allows."
        ),
        Difference(
            "rejected",
            """
            i_object_key_lone_2nd_surrogate i_string_1st_surrogate_but_2nd_missing
            i_string_1st_valid_surrogate_2nd_invalid i_string_incomplete_surrogate_and_escape_valid
            i_string_incomplete_surrogate_pair i_string_incomplete_surrogates_escape_valid
            i_string_invalid_lonely_surrogate i_string_invalid_surrogate i_string_inverted_surrogates_U+1D11E
            i_string_lone_second_surrogate
            """,
            reason: """
                An escape without the other half of its surrogate pair is no character, and UTF-8 cannot express it \
                (section 8.2).
                """
        ),
        Difference(
            "rejected",
            """
            i_string_UTF-8_invalid_sequence i_string_UTF8_surrogate_U+D800 i_string_invalid_utf-8 i_string_iso_latin_1
            i_string_lone_utf8_continuation_byte i_string_not_in_unicode_range i_string_overlong_sequence_2_bytes
            i_string_overlong_sequence_6_bytes i_string_overlong_sequence_6_bytes_null i_string_truncated-utf-8
            """,
            reason: "The bytes are not UTF-8, which JSON must be in (section 8.1)."
        ),
        Difference(
            "rejected",
            "i_string_UTF-16LE_with_BOM i_string_utf16BE_no_BOM i_string_utf16LE_no_BOM",
            reason: "The text is in UTF-16; the message says so."
        ),
    ]
}
