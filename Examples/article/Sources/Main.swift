import Foundation
import XML2Dict
import XML2DictWriting

/// Prints an article as Markdown, adds a paragraph, and prints the article as XML.
@main
struct Main {
    static func main() {
        guard CommandLine.arguments.count == 2 else { fail("usage: article FILE") }
        do {
            var decoder = XMLDecoder()
            decoder.keepsOrder = true
            var article = try decoder.decode(Article.self, from: .file(CommandLine.arguments[1]), root: "article")
            for block in article.blocks { print(block.markdown + "\n") }

            let end = Line(content: [.text("Drink it "), .em(Line(content: [.text("hot")])), .text(".")])
            article.blocks.insert(.p(end), at: 3)
            print(try XMLEncoder().string(from: article, root: "article"), terminator: "")
        } catch {
            fail("\(error)")
        }
    }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("article: \(message)\n".utf8))
        exit(1)
    }
}
