// Sources of XML: files, standard input, FIFOs, and names of any bytes.

import Foundation
import TestSupport
import Testing

@Suite("Input")
struct InputTests {
    @Test("Each document converts to its recorded JSON")
    func recordedDocuments() throws {
        #expect(Fixture.recorded.count >= 4)
        for name in Fixture.recorded {
            let folder = try TemporaryFolder(["document.xml": Fixture.content(of: name + ".xml")])
            let result = try CalledCommand.run("document.xml", in: folder)
            #expect(result == .success(try Fixture.content(of: name + ".json")), "\(name)")
        }
    }

    // MARK: Standard input

    @Test("Closed standard input is an error only if the command reads it")
    func closedStandardInput() throws {
        let folder = try TemporaryFolder(["a.xml": "<a/>"])
        let message: Bytes = "xml2dict: <stdin>: error: cannot read: Bad file descriptor\n"
        let missing: Bytes = "xml2dict: missing.xml: error: cannot open: No such file or directory\n"
        #expect(try BuiltCommand.run(input: .closed) == .failure(74, message))
        let first = try CalledCommand.run("-", "missing.xml", input: .closed, in: folder)
        #expect(first == .failure(74, message + missing))
        let last = try CalledCommand.run("missing.xml", "-", input: .closed, in: folder)
        #expect(last == .failure(74, missing + message))
        #expect(try CalledCommand.run("-c", "a.xml", input: .closed, in: folder) == .success("{\"a\":{}}\n"))
    }

    @Test("Standard input and /dev/stdin may be a pipe or a file")
    func standardInput() throws {
        let folder = try TemporaryFolder(["a.xml": "<a/>"])
        #expect(try CalledCommand.run("-c", input: .file("a.xml"), in: folder) == .success("{\"a\":{}}\n"))
        // By this name, a thread of the tests would open their own standard input.
        #expect(try BuiltCommand.run("-c", "/dev/stdin", input: "<i/>", in: folder) == .success("{\"i\":{}}\n"))
        let file = try BuiltCommand.run("-c", "/dev/stdin", input: .file("a.xml"), in: folder)
        #expect(file == .success("{\"a\":{}}\n"))
    }

    // MARK: Other than plain files

    @Test("A FIFO is read like a file, even byte by byte")
    func fifo() throws {
        for size in [1, 3, 1_000] {
            let count = size * 500
            let document: Bytes = "<a b='é'>" + Bytes("x") * count + "</a>"
            let folder = try TemporaryFolder()
            try folder.makeFIFO("fifo")
            // Opening a FIFO for writing waits for the reader. A separate thread waits, because Swift may have none to
            // spare.
            Thread.detachNewThread {
                guard let writer = try? folder.open("fifo", O_WRONLY) else { return }
                var rest = document.values[...]
                while !rest.isEmpty {
                    try? writer.writeAll(Bytes(rest.prefix(size)))
                    rest = rest.dropFirst(size)
                }
            }
            let result = try CalledCommand.run("-c", "fifo", in: folder)
            // Releases the thread, which still waits if the command did not open the FIFO.
            _ = try folder.open("fifo", O_RDONLY | O_NONBLOCK)
            #expect(result == .success(#"{"a":{"b":"é","text":""# + Bytes("x") * count + "\"}}\n"))
        }
    }

    @Test("An XML Schema may come from a FIFO, and have any name", .enabled(if: TemporaryFolder.takesAnyName))
    func schemas() throws {
        let schema: Bytes =
            "<s:schema xmlns:s='http://www.w3.org/2001/XMLSchema'><s:element name='a' type='s:int'/></s:schema>"
        let name = Bytes([0x6F, 0xFF]), folder = try TemporaryFolder(["a.xml": "<a>01</a>", name: schema])
        try folder.makeFIFO("fifo")
        Thread.detachNewThread {
            guard let writer = try? folder.open("fifo", O_WRONLY) else { return }
            try? writer.writeAll(schema)
        }
        for file in ["fifo", name] {
            let result = try CalledCommand.run("-c", "--text-only=string", "--shape", file, "a.xml", in: folder)
            #expect(result == .success("{\"a\":1}\n"))
        }
        // Releases the thread, which still waits if the command did not open the FIFO.
        _ = try folder.open("fifo", O_RDONLY | O_NONBLOCK)
    }

    #if os(Linux)
        @Test("A file that opens and cannot be read is an error")
        func unreadableContent() throws {
            // The first page of a process is never mapped.
            let result = try CalledCommand.run("/proc/self/mem")
            #expect(result == .failure(74, "xml2dict: /proc/self/mem: error: cannot read: Input/output error\n"))
        }
    #endif

    @Test("A link to a file is followed, and a folder is refused")
    func linkAndFolder() throws {
        let folder = try TemporaryFolder(["a.xml": "<a/>"])
        try folder.makeLink("link", to: "a.xml")
        try folder.makeFolder("folder")
        let message: Bytes = "xml2dict: folder: error: cannot read: Is a directory\n"
        let result = try CalledCommand.run("-c", "link", "folder", in: folder)
        #expect(result == .failure(66, message, output: "{\"a\":{}}\n"))
    }

    @Test("A file without read permission is status 66", .disabled(if: geteuid() == 0, "root may read every file"))
    func unreadable() throws {
        let folder = try TemporaryFolder(["secret.xml": "<a/>"])
        try folder.setMode(0, of: "secret.xml")
        let result = try CalledCommand.run("secret.xml", in: folder)
        #expect(result == .failure(66, "xml2dict: secret.xml: error: cannot open: Permission denied\n"))
    }

    // MARK: Names

    @Test("A file's name may be any bytes", .enabled(if: TemporaryFolder.takesAnyName, "names must be UTF-8 here"))
    func nameThatIsNotUTF8() throws {
        let good = Bytes([0x67, 0xFF, 0xC3]), broken = Bytes([0xE2, 0x82, 0x2E, 0xC3, 0xA9, 0x80])
        let folder = try TemporaryFolder([good: "<a/>", broken: "<a"])
        let message: Bytes = #"""
            xml2dict: \xE2\x82.é\x80:1:1: error: the document ends inside a tag, comment or other construct that begins here
                <a
                ^

            """#
        let result = try CalledCommand.run("-c", good, broken, in: folder)
        #expect(result == .failure(65, message, output: "{\"a\":{}}\n"))
    }
}
