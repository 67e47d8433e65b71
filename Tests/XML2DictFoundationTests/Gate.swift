/// Lets tasks continue when all have arrived.
actor Gate {
    private var missing: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) {
        missing = count
    }

    func pass() async {
        missing -= 1
        guard missing > 0 else {
            for continuation in waiting { continuation.resume() }
            waiting = []
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }
}
