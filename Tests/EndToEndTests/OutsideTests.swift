// NO-FETCH: nothing named inside a document is ever opened, be it a file, an address or a program.

import TestSupport
import Testing

@Suite("NO-FETCH: what is named inside a document")
struct OutsideTests {
    private static let untraceable: Comment =
        "strace is not installed here, or may not trace, so the calls were not looked at."

    /// A folder with what must not be opened, and the documents that name it.
    private func makeFolder() throws -> (TemporaryFolder, [OutsideReference]) {
        let folder = try TemporaryFolder(OutsideReference.files)
        return (folder, OutsideReference.all(in: folder.path))
    }

    @Test("NO-FETCH: Outside files reach no output and no message, with any flag")
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

    @Test("NO-FETCH: A schema reads only files of given folders", arguments: ["", "in/"] as [Bytes])
    func schemasInFolders(_ place: Bytes) throws {
        let folder = try TemporaryFolder(), other = try TemporaryFolder()
        let part: Bytes = "<schema xmlns='http://www.w3.org/2001/XMLSchema'><element name='a'/></schema>"
        try folder.makeFolder("in")
        try folder.makeFolder(place + "deep")
        for name in [place + "part.xsd", place + "deep/part.xsd", other.path + "/part.xsd"] {
            try folder.write(part, to: name)
        }
        let here = folder.path + "/" + place
        let inside: [Bytes] = [
            "part.xsd", "deep/part.xsd", "deep/../part.xsd", here + "part.xsd", "file://" + here + "part.xsd",
            "FILE://localhost" + here + "deep/../part.xsd", "file:part.xsd",
        ]
        let outside: [Bytes] = [
            "/etc/part.xsd", "../part.xsd", "../../part.xsd", "deep/../../part.xsd", other.path + "/part.xsd",
            here + "../part.xsd", "file://" + other.path + "/part.xsd", "file:///etc/part.xsd", "file:../part.xsd",
            "%2e%2e/part.xsd", "%2Fetc/part.xsd", "//localhost/part.xsd",
        ]
        for location in inside + outside {
            let include = "<include schemaLocation='" + location + "'/></schema>"
            try folder.write("<schema xmlns='http://www.w3.org/2001/XMLSchema'>\n" + include, to: place + "s.xsd")
            for name in [place + "s.xsd", "./" + place + "s.xsd", here + "s.xsd"] {
                let result = try CalledCommand.run("-c", "--shape=" + name, input: "<a/>", in: folder)
                let file = name.values.starts(with: [0x2E, 0x2F]) ? place + "s.xsd" : name
                let message =
                    "xml2dict: --shape: " + file + ":2: '" + location
                    + "' leads outside the folder of the schema; give that file with another --shape\n"
                #expect(result == (inside.contains(location) ? .success("{\"a\":{}}\n") : .failure(65, message)))
            }
        }
        // The file is the same one, however its name is spelled.
        let spellings: [Bytes] = ["--shape=in/../" + place + "part.xsd", "--shape=" + here + "part.xsd"]
        let twice = try CalledCommand.run(arguments: ["-c"] + spellings, input: "<a/>", in: folder)
        #expect(twice == .success("{\"a\":{}}\n"))
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
        // The input is opened, and its kind and its size are asked for, which takes an empty name or none.
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
        "The calls are seen: another file that is opened differs",
        .enabled(if: SystemCallTrace.isPossible, untraceable)
    )
    func otherFilesAreSeen() throws {
        let folder = try TemporaryFolder(["document.xml": "<r/>", "other.xml": "<r/>"])
        let trace = try SystemCallTrace(of: "document.xml", in: folder, "other.xml", "http://127.0.0.1:9/")
        #expect(trace.start.contains { $0.hasSuffix(" other.xml") })
        #expect(trace.start.contains { $0.hasPrefix("execve ") || $0.hasPrefix("connect") || $0.hasPrefix("clone") })
    }
}
