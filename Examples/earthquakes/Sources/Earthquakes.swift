import Foundation
import XML2Dict
import XML2DictFoundation

/// Prints the earthquakes of an Atom feed, each as soon as it has arrived.
@main
struct Earthquakes {
    static func main() async {
        guard CommandLine.arguments.count == 2, let url = URL(string: CommandLine.arguments[1]) else {
            fail("usage: earthquakes URL")
        }
        do {
            // The loop receives a record as soon as its end tag arrives; the rest of the feed may still be on its way.
            for try await quake in try XMLDecoder().records(of: Quake.self, at: "feed/entry", in: .url(url)) {
                print(quake.row)
                // print buffers lines for a pipe. Flushes them, because a row is news.
                fflush(nil)
            }
        } catch let error as DecodingError {
            // An entry does not fit the type: the error names the field and the line.
            fail("\(url): \(error)")
        } catch {
            // The document is broken, or the server does not answer.
            fail("\(url): \(error.localizedDescription)")
        }
    }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("earthquakes: \(message)\n".utf8))
        exit(1)
    }
}
