import XML2Dict

/// An input: a file, standard input, or a document from the network, decompressed if it is compressed.
///
///     feed.xml                        file ──────────────────────────────────▶ fileDescriptor
///     feed.xml.gz                     file ─────────────────────────▶ gzip ──▶
///     cat feed.xml.gz | xml2dict      pipe ─────────▶ forwarder ────▶ gzip ──▶
///     https://x.org/feed.xml.gz       curl ─────────▶ forwarder ────▶ gzip ──▶
struct InputFile: ~Copyable {
    private let file: FileDescriptor
    private let url: DocumentURL?
    private let fetch: InputProcess?
    private var decompressor: InputProcess?
    private var forwarder: InputForwarder?

    /// The bytes that the command has already read: the start of a pipe, or all of a small file.
    private(set) var firstBytes: [UInt8] = []

    var fileDescriptor: Int32 { decompressor?.fileDescriptor ?? file.rawValue }

    init(_ name: Argument) throws(CommandError) {
        if name.text == "-" {
            self.init(FileDescriptor(borrowing: STDIN_FILENO))
        } else if let url = name.url {
            let fetch = try InputProcess(.curl, name)
            self.init(FileDescriptor(borrowing: fetch.fileDescriptor), url, fetch)
        } else {
            do throws(SystemError) {
                self.init(try FileDescriptor(reading: name.bytes))
            } catch {
                throw CommandError("cannot open: \(error.text)\(DocumentURL.remedy(for: name))", .noInput)
            }
        }
    }

    private init(_ file: consuming FileDescriptor, _ url: DocumentURL? = nil, _ fetch: InputProcess? = nil) {
        size = file.byteCount
        self.file = file
        self.url = url
        self.fetch = fetch
    }

    deinit {
        // The thread of the forwarder ends only after the decompressor has ended.
        decompressor?.stop()
        _ = try? forwarder?.finish()
    }

    /// The number of bytes of a regular file when it was opened.
    let size: Int?

    /// The number of compressed bytes that a program has read so far, for progress.
    var compressedCount: (() -> Int)? {
        guard decompressor != nil else { return nil }
        if let forwarder { return { forwarder.count } }
        let descriptor = file.rawValue
        return { Int(lseek(descriptor, 0, SEEK_CUR)) }
    }

    /// Starts to decompress a compressed input, or throws a `CommandError` if decompression is not allowed.
    ///
    /// With parts, the method also moves the file back to its start, because a part is a range of the file's bytes.
    mutating func decompress(isAllowed: Bool, hasParts: Bool) throws(CommandError) {
        firstBytes = try CommandError.ofReading { () throws(SystemError) in try readFirstBytes() }
        let format = CompressedFormat.of(firstBytes)
        // The bytes of a small file need not be read again.
        if format == nil, !hasParts, firstBytes.count < Self.bufferSize { return }
        let isBackAtStart = lseek(file.rawValue, off_t(-firstBytes.count), SEEK_CUR) >= 0
        if isBackAtStart { firstBytes = [] }
        guard let format else { return }
        guard isAllowed else {
            throw CommandError(
                "this is compressed with \(format.name); without --decompress never, xml2dict decompresses it",
                .badData
            )
        }
        let program = InputProgram.decompressor(of: format)
        if isBackAtStart {
            decompressor = try InputProcess(program, input: file.rawValue)
        } else {
            try forward(to: program)
            firstBytes = []
        }
    }

    private mutating func forward(to program: InputProgram) throws(CommandError) {
        let ends = try CommandError.ofReading { () throws(SystemError) in try InputProcess.makePipe() }
        defer { close(ends.read) }
        do throws(CommandError) {
            decompressor = try InputProcess(program, input: ends.read)
        } catch {
            close(ends.write)
            throw error
        }
        forwarder = try CommandError.ofReading { () throws(SystemError) in
            try InputForwarder(from: file.rawValue, to: ends.write, after: firstBytes)
        }
    }

    private static let bufferSize = 64 * 1024

    /// Reads the available bytes, and waits for more only while the read bytes may be the start of compressed data.
    private func readFirstBytes() throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        let room = min(size ?? Self.bufferSize, Self.bufferSize - 1) + 1
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 1)
        defer { buffer.deallocate() }
        repeat {
            let count = try file.read(into: buffer)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        } while CompressedFormat.needsMore(bytes)
        return bytes
    }

    /// Reads the rest of a decompressed document after an error, because a damaged or cut input may be the cause.
    ///
    /// The method reads about 1 MiB at most, because the rest may be huge, and waits about a second for a live pipe.
    ///
    /// - Returns: Whether the document has ended.
    func hasDamagedEnd() -> Bool {
        guard let decompressor else { return false }
        let document = FileDescriptor(borrowing: decompressor.fileDescriptor)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
        defer { buffer.deallocate() }
        var rest = 1 << 20, waits = 10
        while rest > 0 {
            if forwarder != nil, !document.isReady(within: 0) {
                waits -= 1
                guard waits > 0 else { return false }
                guard document.isReady(within: 100) else { continue }
            }
            guard let count = try? document.read(into: buffer) else { return false }
            if count == 0 { return true }
            rest -= count
        }
        return false
    }

    /// Returns an error if the document is incomplete, and must be called only after the last byte has been read.
    func failure() -> CommandError? {
        // An incomplete transfer often makes the decompressor fail. The method then returns the error of the transfer.
        let damage = decompressor?.finish()
        do throws(SystemError) {
            if let forwarder, try !forwarder.finish() {
                return CommandError(damage ?? "the program ended before the compressed data did", .badData)
            }
        } catch {
            return CommandError(reading: error)
        }
        if let message = fetch?.finish() {
            return CommandError(url?.hidingPassword(in: message) ?? message, .noInput)
        }
        return damage.map { CommandError($0, .badData) }
    }
}
