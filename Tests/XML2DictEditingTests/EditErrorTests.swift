// Refused edits: paths, values, and edits that the document does not allow.

import Testing
import XML2Dict
import XML2DictEditing

@Suite("Refused edits")
struct EditErrorTests {
    @Test("A path that matches nothing is an error with the nearest name")
    func unmatched() {
        #expect(
            edited("<r><version>1</version></r>", "r/versoin=2")
                == "nothing matches r/versoin (the document has version)"
        )
        #expect(edited("<r><a/></r>", "/a=2") == "nothing matches /a (the document has a elsewhere)")
        #expect(edited("<r version='1'/>", "-r/@versoin") == "nothing matches r/@versoin (the document has @version)")
        #expect(
            edited("<r><i k='1'/></r>", "i[@k='2']=V")
                == "nothing matches i[@k='2'] (no element there has what the brackets select)"
        )
        #expect(edited("<r><a/></r>", "a=1", "b=2", "c=3") == "nothing matches b, c")
        #expect(edited("<r><b chn='1'/><c/></r>", "-c/@chan", "-b/@zzz") == "nothing matches c/@chan, b/@zzz")
    }

    @Test("Two edits of one target are an error")
    func conflicts() {
        let document = "<r><a b='1'>x</a></r>"
        #expect(
            edited(document, "a=1", "/r/a=2")
                == "1:4: two edits contradict each other: /r/a changes the same element as a; leave one out"
        )
        #expect(
            edited(document, "a/@b=1", "-r/a/@b")
                == "1:4: two edits contradict each other: r/a/@b changes the same attribute as a/@b; leave one out"
        )
        for path in ["a", "a/@b"] {
            #expect(
                edited(document, "\(path)=1", "\(path)=2")
                    == "1:4: two edits contradict each other: both change \(path); leave one out"
            )
        }
        #expect(
            edited(document, "-a", "a/@b=2")
                == "1:4: two edits contradict each other: a/@b changes an element that a deletes; leave one out"
        )
        #expect(
            edited("<r><a><b/></a></r>", "-a", "b=2")
                == "1:7: two edits contradict each other: b changes an element that a deletes; leave one out"
        )
        #expect(
            edited("<r><a><a c='1'/></a></r>", "-a", "a/@c=2")
                == "1:4: two edits contradict each other: a/@c changes an element that a deletes; leave one out"
        )
        #expect(
            edited("<r><a><a><b/></a></a></r>", "-a", "a/b=2")
                == "1:10: two edits contradict each other: a/b changes an element that a deletes; leave one out"
        )
    }

    @Test("An edit cannot delete the root or replace child elements")
    func lostContent() {
        #expect(
            edited("<r><a>x<b/></a></r>", "a=1")
                == "1:4: <a> has child elements, which its new text would replace; set the text of one of them"
        )
        #expect(
            edited("<r>\n <a\n k='1'>\(String(repeating: "text\n", count: 300))<b/></a></r>", "a=1")
                == "2:2: <a> has child elements, which its new text would replace; set the text of one of them"
        )
        #expect(
            edited("<r><a/></r>", "-/r")
                == "1:1: <r> is the root, without which there is no document; delete what is inside it"
        )
    }

    @Test("A default value of the DTD cannot be edited")
    func defaults() {
        let document = "<!DOCTYPE r [<!ATTLIST r k CDATA 'd'>]><r/>"
        for edit in ["r/@k=1", "-r/@k"] {
            #expect(
                edited(document, edit)
                    == "1:40: the attribute k has the default value of the DTD here, which an edit does not change; edit its declaration"
            )
        }
    }

    @Test("Broken XML is an error")
    func brokenDocuments() {
        #expect(edited("<r><a>x</a>", "a=1").hasPrefix("1:12: the document ends inside"))
    }

    @Test(
        "A text that is not a path for edits is refused",
        arguments: [
            ("", "a name is missing"), ("a//b", "a name is missing"), ("a|b", "an edit has one path"),
            ("{u}a", "an edit has one path"), ("@id", "names its element and the attribute"),
            ("a/@*", "@* is not possible"), ("a[0]", "a number from 1"),
            ("a[x]", "a number from 1"),
            ("a[1", "a number from 1"), ("a[@b]", "its quoted value"), ("a[@b=c]", "its quoted value"),
            ("a[@b='c]", "has no end"), ("a[1]b", "after brackets comes a slash"),
            ("a[id='c']", "its quoted value"),
            ("[1]", "brackets come after the name"),
            ("a/@b[1]", "brackets come after the name"), ("a[@1='c']", "its quoted value"),
            ("a b", "a name cannot contain ' '"), ("a/@×", "× is not a name of XML"),
        ]
    )
    func paths(path: String, mistake: String) {
        var editor = XMLEditor()
        let error = #expect(throws: XMLError.self) { try editor.delete(path) }
        #expect(error?.code == .invalidPath)
        #expect(error?.message.contains(mistake) == true, "\(error?.message ?? "")")
    }

    @Test("A value with a character that XML forbids is refused")
    func values() {
        var editor = XMLEditor()
        let error = #expect(throws: XMLError.self) { try editor.set("a", to: "x\u{1}") }
        #expect(error?.code == .invalidValue)
        #expect(error?.message == "the value for a cannot be written: XML does not allow the character U+0001")
    }

    @Test(
        "A declaration that Namespaces in XML forbids is refused",
        arguments: [
            ("r/@xmlns:m", "", "the prefix m is declared without a namespace"),
            ("r/@xmlns:xmlns", "u", "the prefix xmlns and its namespace cannot be declared"),
            ("r/@xmlns:m", "http://www.w3.org/2000/xmlns/", "the prefix xmlns and its namespace cannot be declared"),
            ("r/@xmlns", "http://www.w3.org/2000/xmlns/", "the prefix xmlns and its namespace cannot be declared"),
            ("r/@xmlns:xml", "u", "the prefix xml belongs to the namespace http://www.w3.org/XML/1998/namespace"),
            ("r/@xmlns", "http://www.w3.org/XML/1998/namespace", "the prefix xml belongs to the namespace"),
        ]
    )
    func declarations(path: String, uri: String, mistake: String) {
        var editor = XMLEditor()
        let error = #expect(throws: XMLError.self) { try editor.set(path, to: uri) }
        #expect(error?.code == .invalidValue)
        #expect(error?.message.contains("the value for \(path) cannot be written: \(mistake)") == true)
    }

    @Test("A declaration that Namespaces in XML allows is set or deleted")
    func allowedDeclarations() {
        #expect(edited("<r xmlns='u' xmlns:m='v'/>", "r/@xmlns=", "-r/@xmlns:m") == "<r xmlns=''/>")
        #expect(
            edited("<r/>", "r/@xmlns:xml=http://www.w3.org/XML/1998/namespace")
                == #"<r xmlns:xml="http://www.w3.org/XML/1998/namespace"/>"#
        )
    }

    @Test("The error for a second document names no option of readers")
    func secondDocuments() {
        let message = "a second document begins here; an edit takes one document, so split them"
        #expect(edited("<a/>\n<a/>", "a=1") == "2:1: content follows the root: \(message)")
        #expect(
            edited("\n<?xml version='1.0'?><a/>", "a=1")
                == "2:1: <?xml must be the first bytes: remove what precedes it"
        )
    }

    @Test("XMLPath refuses brackets, and its error names the editor")
    func brackets() {
        let error = #expect(throws: XMLError.self) { try XMLPath(String("a[1]")) }
        let hint = "only paths for XMLEditor.set and XMLEditor.delete have selectors"
        #expect(error?.message.contains(hint) == true, "\(error?.message ?? "")")
    }
}
