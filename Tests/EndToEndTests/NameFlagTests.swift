// The flags for names: namespaces, their declarations, separators and spelling.

import TestSupport
import Testing

@Suite("Flags for names")
struct NameFlagTests {
    private static let document: Bytes = #"<m:a xmlns:m="u" xmlns="v" m:i="1"><b xmlns:m="w"><m:cD/></b></m:a>"#

    @Test(
        "Prefixes are kept, stripped or expanded",
        arguments: [
            FlagExample(
                "-c",
                "--namespaces",
                "keep",
                document: document,
                json: #"{"m:a":{"xmlns:m":"u","xmlns":"v","m:i":"1","b":{"xmlns:m":"w","m:cD":{}}}}"#
            ),
            FlagExample("-c", "--namespaces=strip", document: document, json: #"{"a":{"i":"1","b":{"cD":{}}}}"#),
            FlagExample(
                "-c",
                "--namespaces=expand",
                document: document,
                json: #"{"u:a":{"xmlns:m":"u","xmlns":"v","u:i":"1","v:b":{"xmlns:m":"w","w:cD":{}}}}"#
            ),
        ]
    )
    func namespaces(_ example: FlagExample) throws {
        try example.check()
    }

    @Test(
        "A namespace gets the chosen prefix or none, whatever the document uses",
        arguments: [
            FlagExample(
                "-c",
                "--namespace",
                "u=x",
                "--namespace=w=",
                "--xmlns=drop",
                document: document,
                json: #"{"x:a":{"x:i":"1","b":{"cD":{}}}}"#
            ),
            FlagExample(
                "-c",
                "--namespace=u=x",
                "--namespace=u=y",
                document: "<a xmlns='u'/>",
                json: #"{"y:a":{"xmlns":"u"}}"#
            ),
            FlagExample(
                "-c",
                "--namespace=http://h/?q=1=x",
                "--xmlns=drop",
                document: "<a xmlns='http://h/?q=1'/>",
                json: #"{"x:a":{}}"#
            ),
        ]
    )
    func namespace(_ example: FlagExample) throws {
        try example.check()
    }

    @Test(
        "Declarations are kept, collected, inherited or dropped",
        arguments: [
            FlagExample(
                "-c",
                "--xmlns=keep",
                document: document,
                json: #"{"m:a":{"xmlns:m":"u","xmlns":"v","m:i":"1","b":{"xmlns:m":"w","m:cD":{}}}}"#
            ),
            FlagExample(
                "-c",
                "--xmlns",
                "collect",
                document: document,
                json: #"{"m:a":{"m:i":"1","xmlns":{"m":"u","":"v"},"b":{"xmlns":{"m":"w"},"m:cD":{}}}}"#
            ),
            FlagExample(
                "-c",
                "--convention=badgerfish",
                "--xmlns=collect",
                "--namespaces=strip",
                document: document,
                json: #"{"a":{"@i":"1","@xmlns":{"m":"u","$":"v"},"b":{"@xmlns":{"m":"w"},"cD":{}}}}"#
            ),
            FlagExample(
                "-c",
                "--xmlns=inherit",
                document: "<a xmlns='u'><b/></a>",
                json: #"{"a":{"xmlns":{"":"u"},"b":{"xmlns":{"":"u"}}}}"#
            ),
            FlagExample("-c", "--xmlns=drop", document: document, json: #"{"m:a":{"m:i":"1","b":{"m:cD":{}}}}"#),
            FlagExample(
                "-c",
                "--xmlns=collect",
                "--attributes=prefix",
                document: "<a xmlns='u'/>",
                json: #"{"a":{"@xmlns":{"":"u"}}}"#
            ),
        ]
    )
    func declarations(_ example: FlagExample) throws {
        try example.check()
    }

    @Test(
        "Names are spelled as is asked for",
        arguments: [
            FlagExample("-c", "--keys=keep", document: "<Foo-Bar/>", json: #"{"Foo-Bar":{}}"#),
            FlagExample("-c", "--keys", "lower", document: "<Foo-Bar/>", json: #"{"foo-bar":{}}"#),
            FlagExample("-c", "--keys=snake", document: "<Foo-Bar ID='1'/>", json: #"{"foo_bar":{"id":"1"}}"#),
            FlagExample("-c", "--keys=camel", document: "<Foo-Bar URLPath='1'/>", json: #"{"fooBar":{"urlPath":"1"}}"#),
            FlagExample("-c", "--prefix-separator", "$", document: "<m:a m:b='1'/>", json: #"{"m$a":{"m$b":"1"}}"#),
            FlagExample("-c", "--prefix-separator=", document: "<m:a/>", json: #"{"ma":{}}"#),
            FlagExample(
                "-c",
                "--keys=snake",
                "--records=Foo/Bar-Baz",
                "--force-list=Bar-Baz/X-Y",
                document: "<Foo><Bar-Baz><X-Y/></Bar-Baz></Foo>",
                json: #"{"x_y":[{}]}"#
            ),
        ]
    )
    func spelling(_ example: FlagExample) throws {
        try example.check()
    }

    @Test("Expanding namespaces reports an undeclared prefix with its position")
    func undeclared() throws {
        let result = try BuiltCommand.run("--namespaces=expand", input: "<a>\n<q:b/></a>")
        let errors: Bytes = """
            xml2dict: <stdin>:2:1: error: the prefix q of q:b is not declared; --namespaces keep or strip reads it all the same
                <q:b/></a>
                ^
                in /a

            """
        #expect(result == .failure(65, errors))
        #expect(try BuiltCommand.run("-c", "--namespaces=strip", input: "<q:b/>") == .success("{\"b\":{}}\n"))
    }

    @Test(
        "Values that cannot be are refused",
        arguments: [
            (["--namespaces=x"], "--namespaces takes one of keep, strip, expand, not 'x'"),
            (["--xmlns="], "--xmlns takes one of keep, collect, inherit, drop, not ''"),
            (["--keys=Snake"], "--keys takes one of keep, lower, snake, camel, not 'Snake'"),
            (
                ["--namespace=http://a"],
                "--namespace takes URI=PREFIX, such as http://www.w3.org/2005/Atom=atom, not 'http://a'"
            ),
            (["--namespace==a"], "--namespace takes URI=PREFIX, such as http://www.w3.org/2005/Atom=atom, not '=a'"),
            (["--namespace="], "--namespace takes URI=PREFIX, such as http://www.w3.org/2005/Atom=atom, not ''"),
            (["--namespace=u=a:b"], "--namespace: 'a:b' is not a prefix"),
            (["--namespace=u=*"], "--namespace: '*' is not a prefix"),
            (["--namespace=u=a/b"], "--namespace: 'a/b' is not a prefix"),
            (
                ["--skip={u}a"],
                "'{u}a' names a namespace, and names have theirs only where namespaces are expanded (--namespaces expand)"
            ),
            (
                ["--records={u}a"],
                "'{u}a' names a namespace, and names have theirs only where namespaces are expanded (--namespaces expand)"
            ),
            (
                ["--attributes=discard", "--xmlns=collect"],
                "namespace declarations cannot be kept (--xmlns) where attributes are discarded (--attributes)"
            ),
        ] as [([Bytes], Bytes)]
    )
    func misuse(arguments: [Bytes], message: Bytes) throws {
        #expect(try BuiltCommand.run(arguments: arguments, input: "<a/>") == .misuse(message))
    }
}
