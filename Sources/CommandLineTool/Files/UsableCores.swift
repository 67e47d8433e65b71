internal import CThread
import XML2Dict

/// The cores that the process may use.
enum UsableCores {
    /// Their number: those of the machine, less where an affinity mask or the quota of a control group allows fewer.
    static var count: Int {
        let allowed = Int(CThreadUsableCoreCount())
        let online = allowed > 0 ? allowed : Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
        return max(1, min(online, quota ?? online))
    }

    /// How many cores' time the control group of the process may use, rounded up; `nil` without a quota.
    private static var quota: Int? {
        var quotas: [Int] = []
        for group in (contents(of: "/proc/self/cgroup") ?? "").split(separator: "\n") {
            let parts = group.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            // Version 2 has a file such as `150000 100000`, or `max 100000` without a quota; version 1 has two files.
            if parts[1].isEmpty {
                quotas += folders("/sys/fs/cgroup", parts[2]).compactMap { quota(in: ["\($0)/cpu.max"]) }
            } else if parts[1].split(separator: ",").contains("cpu") {
                quotas += folders("/sys/fs/cgroup/cpu", parts[2]).compactMap {
                    quota(in: ["\($0)/cpu.cfs_quota_us", "\($0)/cpu.cfs_period_us"])
                }
            }
        }
        return quotas.min()
    }

    /// A folder and those around it, up to a root.
    private static func folders(_ root: String, _ path: Substring) -> [String] {
        path.split(separator: "/").reduce(into: [root]) { folders, step in
            folders.append(folders[folders.count - 1] + "/" + step)
        }
    }

    /// The quota in files with the allowed time and its period.
    private static func quota(in files: [String]) -> Int? {
        let words = files.flatMap { (contents(of: $0) ?? "").split(whereSeparator: \.isWhitespace) }
        guard words.count == 2, let time = Int(words[0]), let period = Int(words[1]), time > 0, period > 0 else {
            return nil
        }
        return (time - 1) / period + 1
    }

    private static func contents(of path: String) -> String? {
        let bytes = try? path.withCString { path throws(SystemError) in try FileDescriptor(reading: path).contents() }
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
}
