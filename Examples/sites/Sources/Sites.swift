import Foundation

/// Prints the sites of SOAP services, or their faults.
@main
struct Sites {
    static func main() async {
        for address in CommandLine.arguments.dropFirst() {
            guard let url = URL(string: address) else { fail("\(address) is not an address") }
            do {
                for site in try await SiteService(url: url).sites() {
                    print("\(site.id)  \(site.name)")
                }
            } catch let fault as Fault {
                print("the service refused: \(fault.message) (\(fault.code)). \(fault.detail?.reason ?? "")")
            } catch {
                // The service cannot be reached, or its answer is not an envelope.
                fail("\(url): \(error)")
            }
        }
    }

    private static func fail(_ message: String) -> Never {
        FileHandle.standardError.write(Data("sites: \(message)\n".utf8))
        exit(1)
    }
}
