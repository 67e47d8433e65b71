import FuzzSupport
import XML2Dict

/// The records that were read, and the error after them, if any.
struct FoundRecords {
    struct Record: Equatable {
        let json: String
        let origin: XMLValue.Origin?

        init(_ value: XMLValue) {
            json = value.json(.compact)
            origin = value.origin
            check(value.origin.map { $0.line >= 1 && $0.column >= 1 } ?? false, "a record at \(value.origin as Any)")
        }
    }

    private(set) var list: [Record] = []
    private(set) var ending = Outcome<Bool>.success(true)

    init(
        at path: XMLPath,
        in document: ArraySlice<UInt8>,
        _ options: XMLOptions,
        onError policy: XMLOptions.ErrorPolicy = .stop,
        partSize: Int? = nil
    ) {
        ending = Outcome { () throws(XMLError) in
            let reader = Reading.reader(options, partSize: partSize)
            var records = try reader.records(at: path, in: .bytes(document), onError: policy)
            while let record = try records.next() { list.append(Record(record)) }
            return true
        }
    }

    init(at path: XMLPath, in chunks: Chunks, _ options: XMLOptions, onError policy: XMLOptions.ErrorPolicy = .stop) {
        ending = Outcome { () throws(XMLError) in
            var records = try XMLPushRecords(at: path, options, onError: policy)
            for chunk in chunks {
                try records.feed(chunk)
                while let record = try records.next() { list.append(Record(record)) }
            }
            records.finish()
            while let record = try records.next() { list.append(Record(record)) }
            return true
        }
    }
}
