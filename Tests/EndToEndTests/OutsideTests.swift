// NO-FETCH: the command opens no file, URL or program that a document names.

import TestSupport
import Testing

@Suite("NO-FETCH: Files and URLs named inside a document")
struct OutsideTests {
    private static let untraceable: Comment =
        "strace is not installed here, or may not trace, so the calls were not looked at."

    /// A folder with files that must not be opened, and documents that name them.
    private func makeFolder() throws -> (TemporaryFolder, [OutsideReference]) {
        let folder = try TemporaryFolder(OutsideReference.files)
        return (folder, OutsideReference.all(in: folder.path))
    }

    @Test("NO-FETCH: With any flag, no outside file reaches output or messages")
    func nothingIsRead() throws {
        let (folder, references) = try makeFolder()
        let allFlags: [[Bytes]] = [[], ["--doctype-key=d", "--pi-key=p"], ["--namespaces=expand"], ["--records=r"]]
        for flags in allFlags {
            for reference in references {
                let result = try CalledCommand.run(arguments: flags, input: .bytes(reference.document), in: folder)
                #expect(result.ending == .exited(reference.isConverted ? 0 : 65), "\(reference): \(result)")
                #expect(result.output.isEmpty == !reference.isConverted, "\(reference)")
                let canary = try #require(OutsideReference.canary.text)
                #expect(!String(describing: result).contains(canary), "\(reference)")
            }
        }
    }

    private static let part: Bytes = "<schema xmlns='http://www.w3.org/2001/XMLSchema'><element name='a'/></schema>"

    private static func schema(including location: Bytes) -> Bytes {
        "<schema xmlns='http://www.w3.org/2001/XMLSchema'>\n<include schemaLocation='" + location + "'/></schema>"
    }

    /// A folder with a schema's folder `top/main`, and one beside that.
    private func makeLayout() throws -> TemporaryFolder {
        let folder = try TemporaryFolder(["part.xsd": Self.part])
        for name in ["top", "top/main", "top/main/deep", "top/common"] as [Bytes] {
            try folder.makeFolder(name)
            try folder.write(Self.part, to: name + "/part.xsd")
        }
        return folder
    }

    @Test("NO-FETCH: A schema opens files below two folders")
    func schemasInFolders() throws {
        let folder = try makeLayout(), other = try TemporaryFolder(["part.xsd": Self.part])
        let here = folder.path + "/top/main/"
        let inside: [Bytes] = [
            "part.xsd", "deep/part.xsd", "deep/../part.xsd", "../common/part.xsd", "../part.xsd", "file:part.xsd",
            "deep/../../common/part.xsd", "file:../common/part.xsd", "%2e%2e/common/part.xsd", here + "part.xsd",
            "file://" + here + "part.xsd", "FILE://localhost" + here + "deep/../part.xsd",
        ]
        let far: Bytes = "../../part.xsd"
        let outside: [Bytes] = ["../../../part.xsd", "../../../../part.xsd", "deep/../../../../part.xsd"]
        let absolute: [Bytes] = [
            "/etc/part.xsd", other.path + "/part.xsd", here + "../part.xsd", here + "../common/part.xsd",
            "file://" + other.path + "/part.xsd", "file:///etc/part.xsd", "%2Fetc/part.xsd", "//localhost/part.xsd",
        ]
        for location in inside + [far] + outside + absolute {
            try folder.write(Self.schema(including: location), to: "top/main/s.xsd")
            for (name, place) in [("top/main/s.xsd", folder), ("./top/main/s.xsd", folder), (here + "s.xsd", other)] {
                let result = try CalledCommand.run("-c", "--shape=" + name, input: "<a/>", in: place)
                let file: Bytes = place === folder ? "top/main/s.xsd" : name
                let fact: Bytes =
                    absolute.contains(location)
                    ? "is not in the folder of a given schema" : "leads outside the folder above the schema"
                let message =
                    "xml2dict: --shape: " + file + ":2: '" + location + "' " + fact
                    + "; give that file with another --shape\n"
                let isInside = inside.contains(location) || location == far && place === folder
                #expect(result == (isInside ? .success("{\"a\":{}}\n") : .failure(65, message)), "\(location)")
            }
        }
        // The spellings name the same file.
        let spellings: [Bytes] = ["--shape=top/../part.xsd", "--shape=" + folder.path + "/part.xsd"]
        let twice = try CalledCommand.run(arguments: ["-c"] + spellings, input: "<a/>", in: folder)
        #expect(twice == .success("{\"a\":{}}\n"))
    }

    @Test("NO-FETCH: A schema opens no link to the outside, and no pipe")
    func schemasOfOtherKinds() throws {
        let folder = try makeLayout(), other = try TemporaryFolder(["part.xsd": Self.part])
        try folder.makeLink("top/main/inside.xsd", to: "../common/part.xsd")
        try folder.makeLink("top/main/link.xsd", to: other.path + "/part.xsd")
        try folder.makeLink("top/main/linked", to: other.path)
        try folder.makeLink("top/main/null.xsd", to: "/dev/null")
        try folder.makeFIFO("top/main/pipe.xsd")
        let link: Bytes = "(a link leads outside the folder above the schema); give that file with another --shape\n"
        let kind: Bytes = "(it is not a regular file); put the file there\n"
        for (location, reason) in [
            ("inside.xsd", nil), ("link.xsd", link), ("linked/part.xsd", link), ("null.xsd", link), ("pipe.xsd", kind),
            ("deep", kind),
        ] as [(Bytes, Bytes?)] {
            try folder.write(Self.schema(including: location), to: "top/main/s.xsd")
            let result = try CalledCommand.run("-c", "--shape=top/main/s.xsd", input: "<a/>", in: folder)
            let message = reason.map {
                "xml2dict: --shape: top/main/s.xsd:2: top/main/" + location + " cannot be read " + $0
            }
            #expect(result == (message.map { .failure(65, $0) } ?? .success("{\"a\":{}}\n")), "\(location)")
        }
    }

    @Test("NO-FETCH: A schema from a pipe opens only files below the working directory")
    func schemasFromPipes() throws {
        let folder = try makeLayout()
        try folder.write("<a/>", to: "a.xml")
        for (location, output) in [
            ("top/main/part.xsd", "{\"a\":{}}\n"), ("../part.xsd", nil), ("null", nil), ("/dev/null", nil),
        ] as [(Bytes, Bytes?)] {
            let schema = Self.schema(including: location)
            try folder.write(schema, to: "s.xsd")
            for input in [.bytes(schema), .file("s.xsd")] as [StandardInput] {
                let result = try BuiltCommand.run("-c", "--shape=/dev/stdin", "a.xml", input: input, in: folder)
                #expect(result.output == output ?? "" && result.ending == .exited(output == nil ? 65 : 0), "\(result)")
            }
        }
    }

    @Test("NO-FETCH: The message about another file has none of its text")
    func filesThatAreNoSchemas() throws {
        for text in ["secret <b></c>", "<secret/>", "<a>&secret;</a>", "<a secret='1' secret='2'/>", ""] as [Bytes] {
            let folder = try TemporaryFolder(["s.xsd": Self.schema(including: "other"), "other": text])
            let result = try CalledCommand.run("--shape=s.xsd", input: "<a/>", in: folder)
            let message = "this file, which a schema names, is not an XML Schema; give it with another --shape\n"
            #expect(result.ending == .exited(65) && result.errors.text?.hasSuffix(message) == true, "\(result)")
            #expect(
                result.errors.text?.contains("secret") == false && result.errors.text?.contains(": other:1") == true
            )
        }
    }

    @Test(
        "NO-FETCH: Documents that name other files cause no other system calls",
        .enabled(if: SystemCallTrace.isPossible, untraceable)
    )
    func nothingIsOpened() throws {
        let (folder, references) = try makeFolder()
        var names: [Bytes] = []
        for (number, reference) in references.enumerated() {
            names.append("document\(number).xml")
            try folder.write(reference.document, to: names[number])
        }
        try folder.write("<r/>", to: "document.xml")
        let harmless = try SystemCallTrace(of: "document.xml", in: folder)
        #expect(harmless.result == .success("{\n  \"r\": {}\n}\n"))
        // The command opens the input, and asks for its kind and size with an empty name or none.
        #expect(harmless.conversion.first == "openat INPUT")
        #expect(harmless.conversion.count == 3)
        #expect(harmless.conversion.dropFirst().allSatisfy { $0.contains("stat") })
        // One process reads all documents, one after the other.
        let trace = try SystemCallTrace(of: names[0], in: folder, more: Array(names.dropFirst()))
        #expect(trace.result.ending == .exited(65))
        #expect(trace.result.output.lines.count { $0 == "{" } == references.count(where: \.isConverted))
        #expect(trace.start == harmless.start)
        let expected = names.flatMap { name in
            harmless.conversion.map { $0.replacing("INPUT", with: name == names[0] ? "INPUT" : name.text ?? "") }
        }
        #expect(trace.conversion == expected)
    }

    @Test(
        "The trace shows a second file that the command opens",
        .enabled(if: SystemCallTrace.isPossible, untraceable)
    )
    func otherFilesAreSeen() throws {
        let folder = try TemporaryFolder(["document.xml": "<r/>", "other.xml": "<r/>"])
        let trace = try SystemCallTrace(of: "document.xml", in: folder, "other.xml", "http://127.0.0.1:9/")
        #expect(trace.start.contains { $0.hasSuffix(" other.xml") })
        #expect(trace.start.contains { $0.hasPrefix("execve ") || $0.hasPrefix("connect") || $0.hasPrefix("clone") })
    }
}
