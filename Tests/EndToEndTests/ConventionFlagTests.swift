// --convention, with the name of each convention.

import TestSupport
import Testing
import XML2Dict

@Suite("The flag for conventions")
struct ConventionFlagTests {
    private static let conventions = XMLOptions.Convention.allCases

    @Test("--convention takes the name of each convention", arguments: conventions)
    func each(convention: XMLOptions.Convention) throws {
        let document = #"<a id="1"><b>x</b><b/></a>"#
        let json = try XMLReader(XMLOptions(convention)).read(.string(document)).json(.compact)
        let flag = Bytes("--convention=\(convention.rawValue)")
        #expect(try CalledCommand.run("-c", flag, input: .bytes(Bytes(document))) == .success(Bytes(json + "\n")))
    }

    @Test("The error for another name lists all conventions")
    func otherName() throws {
        let names = Self.conventions.map(\.rawValue).joined(separator: ", ")
        let message = "xml2dict: --convention takes one of \(names), not 'x'\nTry 'xml2dict --help'.\n"
        #expect(try CalledCommand.run("--convention=x") == .failure(64, Bytes(message)))
    }
}
