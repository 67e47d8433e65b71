/// Measures for how long the main actor is not available: another thread asks it for an empty call every millisecond.
final class LatencyProbe: Sendable {
    private let task: Task<Duration, Never>

    init() {
        task = Task.detached {
            var longest = Duration.zero
            while !Task.isCancelled {
                let latency = await ContinuousClock().measure { await MainActor.run {} }
                longest = max(longest, latency)
                try? await Task.sleep(for: .milliseconds(1))
            }
            return longest
        }
    }

    /// Ends the measurement.
    ///
    /// - Returns: The longest time from a question to the end of the call.
    func finish() async -> Duration {
        task.cancel()
        return await task.value
    }
}
