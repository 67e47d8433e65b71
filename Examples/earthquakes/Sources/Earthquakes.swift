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
            // A record is delivered as soon as its end tag is here; the rest of the feed may still be on its way.
            for try await quake in XMLReader().records(of: Quake.self, at: "feed/entry", in: URLChunks(from: url)) {
                print(quake.row)
                // Into a pipe, print collects lines. A row is news: it goes out now.
                fflush(nil)
            }
        } catch let error as DecodingError {
            // An entry is not what a quake looks like: the error says which part of it, and on which line.
            fail("\(url): \(error)")
        } catch {
            // The document is broken, or the server is gone.
            fail("\(url): \(error.localizedDescription)")
        }
    }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("earthquakes: \(message)\n".utf8))
        exit(1)
    }
}
