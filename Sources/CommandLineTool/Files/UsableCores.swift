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
        let groups = (contents(of: "/proc/self/cgroup") ?? "").split(separator: "\n")
        var quotas: [Int] = []
        for group in groups {
            let parts = group.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { continue }
            if parts[1].isEmpty {
                quotas += folders(from: parts[2]).compactMap { newQuota("/sys/fs/cgroup" + $0) }
            } else if parts[1].split(separator: ",").contains("cpu") {
                quotas += folders(from: parts[2]).compactMap { oldQuota("/sys/fs/cgroup/cpu" + $0) }
            }
        }
        return quotas.min()
    }

    /// A folder and those around it, up to the root, which is empty.
    private static func folders(from path: Substring) -> [String] {
        var folders: [String] = [""]
        for step in path.split(separator: "/") { folders.append(folders[folders.count - 1] + "/" + step) }
        return folders
    }

    /// The quota of a group of version 2, in a file such as `150000 100000`, or `max 100000` without one.
    private static func newQuota(_ folder: String) -> Int? {
        let words = (contents(of: folder + "/cpu.max") ?? "").split(whereSeparator: \.isWhitespace)
        guard words.count == 2, let time = Int(words[0]), let period = Int(words[1]) else { return nil }
        return cores(time, of: period)
    }

    private static func oldQuota(_ folder: String) -> Int? {
        func number(_ file: String) -> Int? {
            contents(of: folder + file).flatMap { Int($0.prefix { !$0.isWhitespace }) }
        }
        guard let time = number("/cpu.cfs_quota_us"), let period = number("/cpu.cfs_period_us") else { return nil }
        return cores(time, of: period)
    }

    private static func cores(_ time: Int, of period: Int) -> Int? {
        guard time > 0, period > 0 else { return nil }
        return max(1, (time - 1) / period + 1)
    }

    private static func contents(of path: String) -> String? {
        let bytes = try? path.withCString { path throws(SystemError) in try FileDescriptor(reading: path).contents() }
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
}
