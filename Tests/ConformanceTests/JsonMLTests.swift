import Foundation
import TestSupport
import Testing
import XML2Dict

/// The convention `jsonml` loses nothing but comments, processing instructions and the DOCTYPE: what it makes can be
/// turned into XML again.
enum JsonMLTests {
    private static let reader = XMLReader(.jsonml)

    @Suite("JsonML of documents made for it")
    struct Handmade {
        @Test(
            "What is written from it is the document, character for character",
            arguments: [
                "<a></a>", "<a> </a>", "<a>\n\t<b></b>\n</a>", "<a>x<b>y</b>z<b></b><c>w</c>\n</a>",
                #"<a z="1" y="2" x=""><b y="" z="3"></b></a>"#, "<a>&lt;b&gt; &amp;amp; ]]&gt; \"quoted\" 'too'</a>",
                #"<a x="&quot;it's&quot; &lt;b&gt; &amp;amp;"></a>"#, #"<a x="1&#10;2&#9;3&#13;&#10;4  5 "></a>"#,
                "<a>1&#13;2&#13;\n3\t4</a>", #"<p:a xmlns:p="u" p:x="1"><b xmlns="v"><p:c></p:c></b></p:a>"#,
                #"<a xml:space="preserve" xml:lang="de"> <b xml:space="default"> </b> </a>"#,
                "<a>\u{E9}e\u{301} \u{A0}\u{2028}\u{85}\u{1F369}<\u{E9}></\u{E9}></a>", "<a>&lt;\u{338}\"\u{301}</a>",
                "<a><a><a>1</a>2</a>3</a>", "<text text=\"text\">text<text></text></text>",
            ]
        )
        func exact(xml: String) throws {
            let jsonML = try reader.read(string: xml)
            #expect(try Bytes(JsonMLWriter.xml(jsonML)) == Bytes(xml))
            #expect(try reader.read(string: JsonMLWriter.xml(jsonML)).json(.compact) == jsonML.json(.compact))
        }

        @Test(
            "What can be written in several ways comes back in one",
            arguments: [
                ("<a/>", "<a></a>"), ("<a  x = '1'\n/>", #"<a x="1"></a>"#), ("<a>&#65;&#x42;C</a>", "<a>ABC</a>"),
                ("<a><![CDATA[<b>&amp;</b>]]></a>", "<a>&lt;b&gt;&amp;amp;&lt;/b&gt;</a>"),
                ("<a> x<![CDATA[ y ]]>z </a>", "<a> x y z </a>"), ("<a x='\"\t\n'/>", #"<a x="&quot;  "></a>"#),
                ("<a>1\r\n2\r3</a>", "<a>1\n2\n3</a>"), ("\u{FEFF}<?xml version='1.0'?>\n<a/>\n", "<a></a>"),
                ("<!DOCTYPE a [<!ENTITY e '<b>t</b>'><!ATTLIST a x CDATA 'd'>]><a>&e;</a>", #"<a x="d"><b>t</b></a>"#),
            ]
        )
        func normalized(xml: String, written: String) throws {
            #expect(try JsonMLWriter.xml(reader.read(string: xml)) == written)
        }

        @Test("Comments, processing instructions and the DOCTYPE are lost, and nothing around them")
        func lost() throws {
            let xml =
                "<!-- 1 --><?p 2?><!DOCTYPE a>\n<a>x <!-- 3 --> y<b/><?p 4?> <!-- 5 --><b/>z<?p?></a><!-- 6 --><?p 7?>"
            let jsonML = try reader.read(string: xml)
            #expect(jsonML.json(.compact) == #"["a","x  y",["b"]," ",["b"],"z"]"#)
        }
    }

    @Suite(
        "JsonML of real documents",
        .enabled(if: Corpora.has(RealDocument.expectations), Corpora.missing(RealDocument.expectations))
    )
    struct Real {
        @Test("What is written from it gives the same JsonML")
        func comesBack() throws {
            let documents = try RealDocument.all().filter { $0.expectedCensus != nil }
            #expect(documents.count == 71)
            for document in documents {
                let jsonML = try reader.read(contentsOf: document.file.path)
                let again = try reader.read(string: JsonMLWriter.xml(jsonML))
                #expect(again.json(.compact) == jsonML.json(.compact), "\(document.name)")
            }
        }

        @Test(
            "Expat reports the same events for the XML made from it",
            .enabled(if: InstalledProgram.python != nil, InstalledProgram.missing("python3"))
        )
        func losesNothing() throws {
            // Expat cannot read those in UTF-32: what they say is compared elsewhere with what others say.
            let documents = try RealDocument.all().filter {
                $0.expectedCensus != nil && XMLToDictSubstitute.all[$0.name] == nil
            }
            #expect(documents.count == 67)
            let folder = try TemporaryFolder()
            let pairs = try documents.enumerated().map { number, document in
                let written = Bytes("\(number).xml")
                let xml = try JsonMLWriter.xml(reader.read(contentsOf: document.file.path))
                try folder.write(Bytes(xml), to: written)
                return (Bytes(document.file.path), written)
            }
            let differences = try EventComparison.differences(pairs, in: folder)
            #expect(differences.map { documents[$0].name }.isEmpty)
        }
    }

    @Suite(
        "The comparison of events",
        .enabled(if: InstalledProgram.python != nil, InstalledProgram.missing("python3"))
    )
    struct Comparison {
        @Test("It sees spaces, order and lost attributes, but no differences without events")
        func notices() throws {
            let documents: [(Bytes, Bytes)] = [
                ("<a>x</a>", "<a>x </a>"), (#"<a x="1" y="2"/>"#, #"<a y="2" x="1"/>"#), (#"<a x="1"/>"#, "<a/>"),
                ("<a>x<!-- c -->y<?p?><![CDATA[z]]></a><!-- c -->", "<!DOCTYPE a><a>xyz</a>"),
                ("<a>x<b/>y</a>", "<a>xy<b/></a>"),
            ]
            let folder = try TemporaryFolder()
            let pairs = try documents.enumerated().map { number, pair in
                let names: (Bytes, Bytes) = ("\(number)-1.xml", "\(number)-2.xml")
                try folder.write(pair.0, to: names.0)
                try folder.write(pair.1, to: names.1)
                return names
            }
            #expect(try EventComparison.differences(pairs, in: folder) == [0, 1, 2, 4])
        }
    }
}
