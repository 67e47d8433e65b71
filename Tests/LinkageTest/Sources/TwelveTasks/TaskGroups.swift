import XML2Dict

/// Tasks decode it on other threads.
nonisolated struct Station: Decodable, Sendable {
    var name: String
    var level: [Double]
}

/// The twelfth task: a reader, a decoder and values in several tasks at once.
func readInTasks() async throws {
    let reader = XMLReader()
    let decoder = XMLDecoder()
    let documents = (1...4).map { "<station><name>S\($0)</name><level>\($0).5</level><level>2</level></station>" }

    let values = try await withThrowingTaskGroup(of: XMLValue.self) { group in
        for document in documents { group.addTask { try reader.read(.string(document)).root } }
        var values: [XMLValue] = []
        for try await value in group { values.append(value) }
        return values
    }
    print(values.compactMap { $0["name"]?.text }.sorted())

    let stations = try await withThrowingTaskGroup(of: Station.self) { group in
        for value in values { group.addTask { try decoder.decode(Station.self, from: value) } }
        var stations: [Station] = []
        for try await station in group { stations.append(station) }
        return stations
    }
    print(stations.sorted { $0.name < $1.name }.map { $0.level.reduce(0, +) })

    async let first = reader.read(.string(documents[0]))
    async let second = Task.detached { try decoder.decode(Station.self, from: .string(documents[1])) }.value
    print(try await first.root["level"]?.double ?? 0, try await second.name)
}
