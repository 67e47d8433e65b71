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

    @Test(
        "Outside files reach no output and no message, with any flag",
        arguments: [
            [], ["--doctype-key", "doctype", "--pi-key", "pi"], ["--namespaces", "expand"], ["--records", "r"],
        ]
    )
    func nothingIsRead(_ flags: [Bytes]) throws {
        let (folder, references) = try makeFolder()
        for reference in references {
            try folder.write(reference.document, to: "document.xml")
            let result = try BuiltCommand.run(arguments: flags + ["document.xml"], in: folder)
            #expect(result.ending == .exited(reference.isConverted ? 0 : 65), "\(reference): \(result)")
            #expect(result.output.isEmpty == !reference.isConverted, "\(reference)")
            let canary = try #require(OutsideReference.canary.text)
            #expect(!String(describing: result).contains(canary), "\(reference)")
        }
    }

    @Test(
        "Documents that name other files cause no other system calls",
        .enabled(if: SystemCallTrace.isPossible, untraceable)
    )
    func nothingIsOpened() throws {
        let (folder, references) = try makeFolder()
        try folder.write("<r/>", to: "document.xml")
        let harmless = try SystemCallTrace(of: "document.xml", in: folder)
        #expect(harmless.result == .success("{\n  \"r\": {}\n}\n"))
        // The input is opened, and its kind and its size are asked for, which takes an empty name or none.
        #expect(harmless.conversion.first == "openat INPUT")
        #expect(harmless.conversion.count == 3)
        #expect(harmless.conversion.dropFirst().allSatisfy { $0.contains("stat") })
        for reference in references {
            try folder.write(reference.document, to: "document.xml")
            let trace = try SystemCallTrace(of: "document.xml", in: folder)
            #expect(trace.result.ending == .exited(reference.isConverted ? 0 : 65), "\(reference)")
            #expect(trace.start == harmless.start, "\(reference)")
            #expect(trace.conversion == harmless.conversion, "\(reference)")
        }
    }

    @Test(
        "The calls are seen: another file that is opened differs",
        .enabled(if: SystemCallTrace.isPossible, untraceable)
    )
    func otherFilesAreSeen() throws {
        let folder = try TemporaryFolder(["document.xml": "<r/>", "other.xml": "<r/>"])
        let trace = try SystemCallTrace(of: "document.xml", in: folder, "other.xml")
        #expect(trace.start.contains { $0.hasSuffix(" other.xml") })
        let fetch = try SystemCallTrace(of: "document.xml", in: folder, "http://127.0.0.1:9/")
        #expect(fetch.start.contains { $0.hasPrefix("execve ") || $0.hasPrefix("connect") || $0.hasPrefix("clone") })
    }
}
