// The depth of nested types, on stacks of any size.

import Foundation
import Testing
import XML2Dict
import XML2DictWriting

@Suite("XMLEncoder on a small stack")
struct EncoderDepthTests {
    private final class Node: Codable {
        var inner: Node?

        /// A chain of nodes, made and freed without recursion.
        init(depth: Int) {
            var last = self
            for _ in 0..<depth {
                let node = Node(depth: 0)
                last.inner = node
                last = node
            }
        }

        deinit {
            var next = inner
            inner = nil
            while let node = next {
                next = node.inner
                node.inner = nil
            }
        }
    }

    private final class Outcome: @unchecked Sendable {
        var text = ""
    }

    /// The outcome of encoding a chain of nodes on a separate thread.
    private func encode(depth: Int, stackSize: Int) -> String {
        let outcome = Outcome(), done = DispatchSemaphore(value: 0)
        let thread = Thread {
            do {
                outcome.text = "\(try XMLEncoder(format: .compact).bytes(from: Node(depth: depth), root: "n").count)"
            } catch EncodingError.invalidValue(_, let context) {
                outcome.text = context.debugDescription
            } catch {
                outcome.text = "\(error)"
            }
            done.signal()
        }
        thread.stackSize = stackSize
        thread.start()
        done.wait()
        return outcome.text
    }

    @Test("Types nest 512 deep, and less where the stack is small")
    func depths() {
        let start = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<n></n>\n<inner/>"
        #expect(encode(depth: 500, stackSize: 64 << 20) == "\(start.utf8.count + 499 * "<inner></inner>".utf8.count)")
        #expect(encode(depth: 500, stackSize: 512 << 10).hasSuffix("too much for the stack of this thread"))
        #expect(encode(depth: 5_000, stackSize: 64 << 20) == "types are nested more than 512 deep")
    }
}
