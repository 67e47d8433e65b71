// --format csv and tsv: records as a table; and --describe=sql and html.

import Foundation
import TestSupport
import Testing

@Suite("Tables and pages")
struct TableFlagTests {
    private static let shop: Bytes = """
        <shop><item id="1"><name>Cake, "big"</name><price cur="EUR">2.50</price><tag>a</tag><tag>b;c</tag>
        <part id="x"><n>R</n></part><part id="y"><n>S</n><n>T</n></part></item>
        <item id="2"><name/><price>3</price><note>=1+1</note></item>
        <item id="-3"><price>-4</price><note>two
        lines</note></item></shop>
        """

    private func run(_ arguments: Bytes..., in folder: TemporaryFolder? = nil) throws -> CommandResult {
        let folder = try folder ?? TemporaryFolder(["shop.xml": Self.shop])
        let flags: [Bytes] = ["--convention=xmltodict", "--records=item"]
        return try BuiltCommand.run(arguments: flags + arguments + ["shop.xml"], in: folder)
    }

    private static let notice: Bytes =
        "xml2dict: the columns are those of the inputs, which are read twice; --shape FILE sets them\n"

    @Test("A record is a line, and joined lists are cells")
    func joined() throws {
        let result = try run("--format=csv", "--skip=part", "--join=tag=|")
        #expect(
            result
                == .success(
                    "@id,name,price,price.@cur,tag,note\r\n1,\"Cake, \"\"big\"\"\",2.50,EUR,a|b;c,\r\n2,,3,,,=1+1\r\n-3,,-4,,,\"two\nlines\"\r\n",
                    errors: Self.notice
                )
        )
    }

    @Test("Items of exploded lists are lines, also those of a list inside")
    func exploded() throws {
        let arguments: [Bytes] = ["--skip=note", "--skip=name", "--skip=tag", "--null=-", "--format=tsv"]
        let one = try run(
            arguments[0],
            arguments[1],
            arguments[2],
            "--skip=n",
            arguments[3],
            arguments[4],
            "--explode=part"
        )
        #expect(
            one
                == .success(
                    """
                    @id\tprice\tprice.@cur\tpart.@id
                    1\t2.50\tEUR\tx
                    1\t2.50\tEUR\ty
                    2\t3\t-\t-
                    -3\t-4\t-\t-

                    """,
                    errors: Self.notice
                )
        )
        let two = try run(
            arguments[0],
            arguments[1],
            arguments[2],
            arguments[3],
            arguments[4],
            "--explode=part.n",
            "--explode=part"
        )
        #expect(
            two.output == """
                @id\tprice\tprice.@cur\tpart.@id\tpart.n
                1\t2.50\tEUR\tx\tR
                1\t2.50\tEUR\ty\tS
                1\t2.50\tEUR\ty\tT
                2\t3\t-\t-\t-
                -3\t-4\t-\t-\t-

                """
        )
    }

    @Test("Formulas get an apostrophe, and numbers of the schema none")
    func safe() throws {
        let folder = try TemporaryFolder([
            "shop.xml": Self.shop,
            "s.json":
                #"{"type":"object","properties":{"@id":{"type":"string"},"price":{"type":"number"},"note":{"type":"string"}}}"#,
        ])
        let skips: [Bytes] = ["--skip=part", "--skip=tag", "--skip=name", "--skip=price/@cur"]
        let result = try run(
            skips[0],
            skips[1],
            skips[2],
            skips[3],
            "--format=csv",
            "--csv-safe",
            "--shape=s.json",
            in: folder
        )
        #expect(result == .success("'@id,price,note\r\n1,2.50,\r\n2,3,'=1+1\r\n'-3,-4,\"two\nlines\"\r\n"))
    }

    @Test("A key without a column is an error")
    func unknownKey() throws {
        let folder = try TemporaryFolder([
            "shop.xml": Self.shop, "s.json": #"{"type":"object","properties":{"@id":{"type":"string"}}}"#,
        ])
        let result = try run("--format=csv", "--shape=s.json", in: folder)
        #expect(result.ending == .exited(65))
        #expect(result.output == "@id\r\n")
        #expect(result.errors.lines.first == "xml2dict: shop.xml:1:7: error: /name is not in the schema")
    }

    @Test("An object without described keys has no room for any")
    func openObject() throws {
        let folder = try TemporaryFolder([
            "shop.xml": "<shop><item><a><b>x</b></a><c>1</c></item></shop>",
            "s.json": #"{"type":"object","properties":{"a":{"type":"object"},"c":{"type":"string"}}}"#,
        ])
        let result = try run("--format=csv", "--shape=s.json", in: folder)
        #expect(result.ending == .exited(65))
        #expect(result.output == "a,c\r\n")
        #expect(result.errors.lines.first == "xml2dict: shop.xml:1:7: error: /a/b is not in the schema")
    }

    @Test("Files whose elements come in different orders have the same columns")
    func orders() throws {
        let folder = try TemporaryFolder([
            "a.xml": "<s><item><p>P1</p><q>Q1</q></item></s>", "b.xml": "<s><item><q>Q2</q><p>P2</p></item></s>",
            "shop.xml": "<s><item><q>Q3</q><p>P3</p></item></s>",
        ])
        let result = try run("--format=csv", "a.xml", "b.xml", "a.xml", "b.xml", in: folder)
        #expect(result.output == "p,q\r\nP1,Q1\r\nP2,Q2\r\nP1,Q1\r\nP2,Q2\r\nP3,Q3\r\n")
    }

    @Test(
        "A schema by hand that would lose a value is refused",
        arguments: [
            (
                ##"{"type":"object","properties":{"t":{"type":"array","items":{"properties":{"#text":{"type":"array"}},"type":"object"}}}}"##,
                "--join=t=;", "shop.xml: error: 't' is a list of objects, and --join takes a list of texts"
            ),
            (
                ##"{"type":"object","properties":{"x.y":{"type":"string"},"x":{"type":"object","properties":{"y":{"type":"object","properties":{"#text":{"type":"string"}}}}}}}"##,
                "--null=-", "shop.xml: error: two columns have the name 'x.y': leave one of them out with --skip"
            ),
            (
                #"{"type":"object","properties":{"t":{"type":"array","items":{"type":"string"}}}}"#,
                "--explode=t --join=t=;",
                "shop.xml: error: 't' has both --explode and --join: give only one of them"
            ),
        ]
    )
    func lossy(schema: String, flags: String, message: String) throws {
        let folder = try TemporaryFolder(["shop.xml": Self.shop, "s.json": Bytes(schema)])
        let arguments: [Bytes] = flags.split(separator: " ").map { Bytes(String($0)) }
        let all: [Bytes] = ["--convention=xmltodict", "--records=item", "--format=csv", "--shape=s.json"]
        let result = try BuiltCommand.run(arguments: all + arguments + ["shop.xml"], in: folder)
        #expect(result.errors.lines.first?.text == "xml2dict: \(message)")
    }

    @Test("A text beside a list, and a text record, are cells")
    func besideLists() throws {
        let folder = try TemporaryFolder([
            "shop.xml": "<s><item><a>t</a></item><item><a><b>1</b></a></item><item>own</item></s>",
            "s.json":
                ##"{"type":["object","string"],"properties":{"a":{"type":["array","string"],"items":{"type":"object","properties":{"b":{"type":"string"}}}}}}"##,
        ])
        let result = try run("--format=csv", "--shape=s.json", "--explode=a", in: folder)
        #expect(result == .success("#text,a,a.b\r\n,t,\r\n,,1\r\nown,,\r\n"))
    }

    @Test("Several threads write the same table")
    func threads() throws {
        let items = (0..<30_000).map { "<item id='\($0)'><name>n</name><tag>a</tag></item>" }.joined(separator: "\n")
        let folder = try TemporaryFolder([
            "shop.xml": Bytes("<shop>\(items)<item id=''><tag>a</tag><tag>b</tag></item></shop>")
        ])
        let one = try run("--format=csv", "--join=tag=+", "-j1", in: folder)
        let two = try run("--format=csv", "--join=tag=+", "-j2", in: folder)
        #expect(one == two)
        #expect(one.output.lines.count == 30_002)
        #expect(one.output.lines.last == "\"\",,a+b\r")
    }

    @Test("An input that fails does not stop the others")
    func failing() throws {
        let folder = try TemporaryFolder([
            "a.xml": "<s><item><p>1</p></item></s>", "b.xml": "<s><item><p>2</p></item><item>", "shop.xml": "<s/>",
        ])
        let result = try run("--format=csv", "none.xml", "a.xml", "b.xml", in: folder)
        #expect(result.output == "p\r\n1\r\n2\r\n")
        #expect(result.ending == .exited(66))
        #expect(result.errors.lines.filter { $0.text?.contains("error") == true }.count == 2)
    }

    @Test("Inputs without records have no columns")
    func empty() throws {
        let result = try run("--format=csv", in: try TemporaryFolder(["shop.xml": "<item-free/>"]))
        #expect(result.output == "")
        #expect(result.ending == .exited(0))
        #expect(
            result.errors.lines.first
                == "xml2dict: there are no records, and so no columns; --shape FILE sets them"
        )
        let described = try run("--describe=sqlite", in: try TemporaryFolder(["shop.xml": "<item-free/>"]))
        #expect(described.output == "")
        #expect(described.ending == .exited(65))
        #expect(
            described.errors.lines.last
                == "xml2dict: shop.xml: error: there are no records, and so there is no shape to describe"
        )
    }

    @Test("A quotation mark with an accent cannot end a text of SQL")
    func hostileSQL() throws {
        let folder = try TemporaryFolder([
            "shop.xml": "<s xmlns:n=\"urn:'&#x301;;x\"><item><n:a>1</n:a></item></s>"
        ])
        let result = try run("--describe=duckdb", "--namespaces=expand", in: folder)
        #expect(result.output.text?.contains("record->>'/urn:''\u{301};x:a'") == true)
    }

    @Test("An input that is read once needs a schema")
    func pipe() throws {
        let result = try BuiltCommand.run("--records=item", "--format=csv", input: .bytes(Self.shop))
        #expect(
            result
                == .failure(
                    64,
                    "xml2dict: <stdin>: error: --format reads each input twice, and this one can be read only once: add --shape FILE\n"
                )
        )
    }

    @Test(
        "Flags for tables need one another",
        arguments: [
            (["--format=csv"], "--format csv and tsv need --records: a record is a line"),
            (["--records=item", "--explode=a"], "--explode needs --format csv or tsv"),
            (["--records=item", "--csv-safe"], "--csv-safe needs --format csv or tsv"),
            (["--records=item", "--format=json", "--null=x"], "--null needs --format csv or tsv"),
            (["--records=item", "--format=csv", "--join=a"], "--join takes COLUMN=SEP, such as tag=;, not 'a'"),
            (
                ["--records=item", "--format=csv", "--null=\""],
                "--null takes a text without quotation marks, commas, tabs and line ends"
            ),
            (
                ["--records=item", "--format=csv", "--sort-keys"],
                "--sort-keys does not apply to --format csv and tsv: remove it"
            ),
            (["--records=item", "--format=csv", "--describe"], "--format has no meaning with --describe"),
        ] as [([Bytes], String)]
    )
    func refused(arguments: [Bytes], message: String) throws {
        let folder = try TemporaryFolder(["shop.xml": Self.shop])
        let result = try BuiltCommand.run(arguments: arguments + ["shop.xml"], in: folder)
        #expect(result.errors.lines.first?.text == "xml2dict: \(message)")
    }

    @Test("--describe=sqlite writes a table and what loads it")
    func sql() throws {
        let result = try run("--describe=sqlite", "--skip=note", "--skip=part")
        #expect(
            result
                == .success(
                    """
                    CREATE TABLE "item" (
                        "@id" BIGINT NOT NULL,
                        "name" TEXT,
                        "price" DOUBLE PRECISION,
                        "price.@cur" TEXT,
                        "tag" JSON
                    );

                    CREATE TEMPORARY TABLE "xml2dict_lines" ("record" TEXT);
                    .mode ascii
                    .separator "\\037" "\\n"
                    .import 'item.jsonl' xml2dict_lines
                    INSERT INTO "item" ("@id", "name", "price", "price.@cur", "tag")
                    SELECT
                        CAST(nullif(CASE json_type(record, '$."@id"') WHEN 'text' THEN record ->> '$."@id"' ELSE nullif(record -> '$."@id"', 'null') END, '') AS INTEGER),
                        CASE json_type(record, '$."name"') WHEN 'text' THEN record ->> '$."name"' ELSE nullif(record -> '$."name"', 'null') END,
                        CAST(nullif(CASE json_type(record, '$."price"') WHEN 'object' THEN CASE json_type(record, '$."price"."#text"') WHEN 'text' THEN record ->> '$."price"."#text"' ELSE nullif(record -> '$."price"."#text"', 'null') END ELSE CASE json_type(record, '$."price"') WHEN 'text' THEN record ->> '$."price"' ELSE nullif(record -> '$."price"', 'null') END END, '') AS REAL),
                        CASE json_type(record, '$."price"."@cur"') WHEN 'text' THEN record ->> '$."price"."@cur"' ELSE nullif(record -> '$."price"."@cur"', 'null') END,
                        nullif(record -> '$."tag"', 'null')
                    FROM "xml2dict_lines";
                    DROP TABLE "xml2dict_lines";

                    """
                )
        )
    }

    @Test("--describe=html writes a page with the data, which cannot end their script")
    func page() throws {
        let folder = try TemporaryFolder(["a.xml": "<a><b>&lt;/script>&amp;</b></a>"])
        let page = try BuiltCommand.run("--describe=html", "a.xml", in: folder)
        let data =
            #"{"title":"a.xml","documents":1,"records":null,"likelyRecords":[],"flags":[],"forms":["empty","integer","number","boolean","date","dateTime","localDateTime","url","string"],"items":[[0,"a",1,1,1,1,0,0,"",0,[0,0,0,0,0,0,0,0,0]],[1,"b",1,1,1,1,0,10,"\u003c/script\u003e\u0026",0,[0,0,0,0,0,0,0,0,1]]]}"#
        #expect(page.output.text?.contains("<script type=\"application/json\" id=\"data\">\(data)</script>") == true)
        #expect(page.output.text?.hasPrefix("<!DOCTYPE html>\n") == true)
        #expect(page.errors == "")
    }
}
