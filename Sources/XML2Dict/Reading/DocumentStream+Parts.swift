extension DocumentStream {
    /// Starts threads that read the records in parts, or returns `nil` if this stream must read the records.
    func parts<Sink: PartSink>(_ threads: ReadingThreads, like sink: Sink) -> DocumentParts<Sink>? {
        plan.records == nil ? nil : parts(threads, needsPositions: Sink.needsPositions) { sink.another() }
    }

    private func parts<Sink: ElementSink>(
        _ threads: ReadingThreads,
        needsPositions: Bool,
        _ makeSink: @escaping () -> Sink
    ) -> DocumentParts<Sink>? {
        guard threads.count > 1, let source = parser.source?.reopened() else { return nil }
        return DocumentParts(
            source,
            plan,
            records,
            threads: threads.count,
            threads.sizes,
            isUTF8: parser.isUTF8,
            needsLines: needsPositions,
            makeSink
        )
    }

    /// Reads the whole document in parts, or returns `nil` if this stream must read the document.
    mutating func joinedDocument(_ threads: ReadingThreads, _ watcher: (any InputWatcher)? = nil) -> XMLValue? {
        guard threads.count > 1, plan.records == nil else { return nil }
        let joiner = DocumentJoiner(plan)
        guard let parts = parts(threads, needsPositions: false, { JoinedPart(for: joiner) }) else { return nil }
        while true {
            switch parts.next() {
            case .content(let part, _, let end):
                guard let content = part.content, (try? joiner.join(content)) != nil else { return nil }
                watcher?.hasRead(end)
            case .end(let findings):
                guard parts.leaveRoom(for: joiner.resultByteCount), let value = try? joiner.takeDocument() else {
                    return nil
                }
                end(withFindings: findings)
                return value
            case .doubt: return nil
            }
        }
    }

    /// Passes over records that were read in parts, or throws an error if the file has changed since.
    mutating func skip(_ count: Int) throws(XMLError) {
        if count > 0, parser.source?.hasChanged == true {
            throw end(XMLError(.inputOutput, "the file was changed while it was read"))
        }
        _ = try drain(into: PassingSink(), atMost: count)
        // The loop has called `begin` of the `PassingSink`, and must also call `begin` of the next sink.
        isAtBeginning = true
    }
}
