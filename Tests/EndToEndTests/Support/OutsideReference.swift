import TestSupport

/// A document that refers to an external resource, which a careless tool would open.
struct OutsideReference: Sendable, CustomStringConvertible {
    /// The kind of the reference.
    let description: String
    let document: Bytes
    /// Whether the command converts it: it refuses references to external text, because it drops nothing silently.
    let isConverted: Bool

    /// The content of the file next to the documents.
    static let canary: Bytes = "CANARY-81c4"

    /// The files next to the documents.
    static let files: [Bytes: Bytes] = [
        "canary.txt": canary,
        "canary.xml": "<canary>" + canary + "</canary>",
        "canary.dtd": #"<!ENTITY e ""# + canary + #""><!ATTLIST r d CDATA ""# + canary + #"">"#,
        "canary.xsl": #"<s:stylesheet version="1.0" xmlns:s="http://www.w3.org/1999/XSL/Transform"/>"#,
    ]

    /// All kinds of references.
    ///
    /// - Parameter folder: The folder of the files. Port 9 of this machine discards all bytes, if it answers at all.
    /// - Returns: A document for each kind.
    static func all(in folder: Bytes) -> [OutsideReference] {
        let url = "file://" + folder
        return [
            refused("an entity in a file beside it", entity(#"SYSTEM "canary.txt""#, in: "<r>&e;</r>")),
            refused("an entity in a file by its path", entity("SYSTEM '" + folder + "/canary.txt'", in: "<r>&e;</r>")),
            refused("an entity by a file URL", entity("SYSTEM '" + url + "/canary.txt'", in: "<r>&e;</r>")),
            refused("an entity of XML", entity(#"SYSTEM "canary.xml""#, in: "<r>&e;</r>")),
            refused("an entity with a public identifier", entity(#"PUBLIC "-//X//Y" "canary.txt""#, in: "<r>&e;</r>")),
            refused("an entity from the network", entity(#"SYSTEM "http://127.0.0.1:9/x""#, in: "<r>&e;</r>")),
            refused("an entity that never ends", entity(#"SYSTEM "/dev/zero""#, in: "<r>&e;</r>")),
            refused("an entity in an attribute", entity(#"SYSTEM "canary.txt""#, in: #"<r a="&e;"/>"#)),
            refused(
                "an entity in an entity",
                #"<!DOCTYPE r [<!ENTITY e SYSTEM "canary.txt"><!ENTITY f "&e;">]><r>&f;</r>"#
            ),
            refused(
                "an entity in the default of an attribute",
                #"<!DOCTYPE r [<!ENTITY e SYSTEM "canary.txt"><!ATTLIST r a CDATA "&e;">]><r/>"#
            ),
            refused("an entity below xml:base", entity(#"SYSTEM "canary.txt""#, in: #"<r xml:base="./">&e;</r>"#)),
            refused(
                "a parameter entity",
                #"<!DOCTYPE r [<!ENTITY % p SYSTEM "canary.dtd"> %p;]><r>&e;</r>"#
            ),
            refused("an external subset", #"<!DOCTYPE r SYSTEM "canary.dtd"><r>&e;</r>"#),
            refused("an encoding that is a path", #"<?xml version="1.0" encoding="./canary.txt"?><r/>"#),
            converted("an entity that nobody refers to", entity(#"SYSTEM "canary.txt""#, in: "<r/>")),
            converted(
                "a parameter entity that nobody needs",
                #"<!DOCTYPE r [<!ENTITY % p SYSTEM "http://127.0.0.1:9/x.dtd"> %p;]><r/>"#
            ),
            converted("an external subset that nobody needs", #"<!DOCTYPE r SYSTEM "canary.dtd"><r/>"#),
            converted(
                "an external subset from the network",
                #"<!DOCTYPE r PUBLIC "-//X//Y" "http://127.0.0.1:9/x.dtd"><r/>"#
            ),
            converted(
                "an unparsed entity",
                """
                <!DOCTYPE r [<!NOTATION n SYSTEM "canary.txt"><!ENTITY e SYSTEM "canary.txt" NDATA n>\
                <!ATTLIST r a ENTITY #IMPLIED>]><r a="e"/>
                """
            ),
            converted(
                "XInclude",
                #"<r xmlns:x="http://www.w3.org/2001/XInclude"><x:include href="canary.txt" parse="text"/></r>"#
            ),
            converted("a stylesheet", #"<?xml-stylesheet type="text/xsl" href="canary.xsl"?><r/>"#),
            converted("a model", #"<?xml-model href="canary.xml"?><r/>"#),
            converted(
                "a schema",
                """
                <r xmlns:s="http://www.w3.org/2001/XMLSchema-instance" \
                s:noNamespaceSchemaLocation="canary.xml" s:schemaLocation="u http://127.0.0.1:9/x"/>
                """
            ),
            converted("a namespace that is a file", "<r xmlns='" + url + "/canary.xml'/>"),
        ]
    }

    private static func refused(_ description: String, _ document: Bytes) -> OutsideReference {
        OutsideReference(description: description, document: document, isConverted: false)
    }

    private static func converted(_ description: String, _ document: Bytes) -> OutsideReference {
        OutsideReference(description: description, document: document, isConverted: true)
    }

    private static func entity(_ identifier: Bytes, in root: Bytes) -> Bytes {
        "<!DOCTYPE r [<!ENTITY e " + identifier + ">]>" + root
    }
}
