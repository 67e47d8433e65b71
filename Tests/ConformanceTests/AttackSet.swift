import Foundation
import TestSupport
import Testing

/// The hostile documents, written to a temporary folder, which disappears with this object.
final class AttackSet: Sendable {
    static let script = "attacks.py"

    let folder: TemporaryFolder
    let attacks: [Attack]

    /// The reason why the documents cannot be written or converted.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Writes the documents.
    ///
    /// - Parameter isLarge: Whether to include the largest ones.
    /// - Throws: `Failure` or `SystemFailure` when they cannot be written.
    init(isLarge: Bool = false) throws {
        folder = try TemporaryFolder()
        let script = Bytes(Corpora.folder.appendingPathComponent(Self.script).path)
        _ = try Self.python([script, "."] + (isLarge ? ["--big"] : []), in: folder)
        let decoder = JSONDecoder()
        attacks = try folder.content(of: "INDEX.jsonl").lines.enumerated().map { number, line in
            var attack = try decoder.decode(Attack.self, from: Data(line.values))
            attack.number = number
            return attack
        }
    }

    /// Converts documents with the command, one after the other.
    ///
    /// - Parameters:
    ///   - attacks: The documents.
    ///   - flags: Flags in addition to those for every document.
    /// - Returns: The outcomes, in the same order.
    /// - Throws: `Failure` or `SystemFailure` when the command cannot be run on all of them.
    func run(_ attacks: [Attack], flags: (Attack) -> [String] = { _ in [] }) throws -> [AttackOutcome] {
        let command = try #require(try BuiltCommand.path.text)
        let jobs = attacks.map { attack in
            let convention = attack.hasValue ? ["--convention", "xmltodict"] : []
            return Job(number: attack.number, words: [command, "-c"] + convention + flags(attack) + [attack.file])
        }
        try folder.write(Bytes(try JSONEncoder().encode(jobs)), to: "jobs.json")
        let decoder = JSONDecoder()
        let outcomes = try Self.python(["-c", Self.program], in: folder).lines.map { line in
            try decoder.decode(AttackOutcome.self, from: Data(line.values))
        }
        guard outcomes.map(\.number) == attacks.map(\.number) else {
            throw Failure(description: "\(outcomes.count) of \(attacks.count) documents were run")
        }
        return outcomes
    }

    private struct Job: Encodable {
        let number: Int
        let words: [String]
    }

    private static func python(_ arguments: [Bytes], in folder: TemporaryFolder) throws -> Bytes {
        var child = ChildProcess(executable: try #require(InstalledProgram.python), arguments: arguments)
        child.folder = folder
        // Names and values are in many scripts, and the locale may be C.
        child.environment = ["PYTHONUTF8": "1"]
        let result = try child.run()
        guard result.ending == .exited(0) else { throw Failure(description: "python3: \(result.errors)") }
        return result.output
    }

    /// A Python program that runs jobs, and reports each as a line of JSON.
    ///
    /// The test cannot start them itself: on Linux the peak memory of a child begins at that of its parent, and the
    /// tests take more than the promised memory. Python takes some 10 MB. It also compares strings by code points and
    /// keeps the order of keys.
    ///
    /// Its limits do not measure; they stop a runaway program. The exec preserves them and the timeout of alarm(2).
    private static let program: Bytes = """
        import json, os, resource, signal, subprocess, sys

        def bound():
            signal.alarm(100)
            resource.setrlimit(resource.RLIMIT_CPU, (30, 30))
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))

        def read(name):
            with open(name, "rb") as file:
                return file.read()

        def value(text):
            return json.loads(text, object_pairs_hook=lambda pairs: ("object", pairs))

        unit = 1 if sys.platform == "darwin" else 1024
        with open("INDEX.jsonl", encoding="utf-8") as file:
            index = file.read().split("\\n")
        for job in json.loads(read("jobs.json")):
            row = json.loads(index[job["number"]])
            with open("output", "wb") as output, open("errors", "wb") as errors:
                child = subprocess.Popen(
                    job["words"], stdin=subprocess.DEVNULL, stdout=output, stderr=errors, preexec_fn=bound)
                _, ending, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(ending)
            errors = read("errors")
            outcome = {
                "number": job["number"],
                "status": child.returncode,
                "seconds": usage.ru_utime + usage.ru_stime,
                "memory": usage.ru_maxrss * unit,
                "outputCount": os.path.getsize("output"),
                "errors": errors.decode("utf-8", "replace"),
                "hasCanary": False,
            }
            if "canary" in row:
                canary = row["canary"].encode()
                outside = canary not in read(row["file"])
                outcome["hasCanary"] = canary in read("output") or outside and canary in errors
            if "json" in row and child.returncode == 0:
                expected = dict(value(index[job["number"]])[1])["json"]
                outcome["isValue"] = value(read("output").decode("utf-8")) == expected
            print(json.dumps(outcome), flush=True)
        """
}
