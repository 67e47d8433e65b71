import Foundation
import XML2Dict
import XML2DictFoundation

struct PropertyList: Decodable {
    var content: [Node]

    enum CodingKeys: String, CodingKey { case content = "*" }

    enum Node: Decodable {
        case key(String)
        case string(String)
        case integer(Int)
        case real(Double)
        case date(Date)
        case data(Data)
        case `true`
        case `false`
        case array(PropertyList)
        case dict(PropertyList)
    }

    /// The values of a `dict`, under the keys before them.
    var dictionary: [String: Any] {
        var dictionary: [String: Any] = [:]
        var name: String?
        for node in content {
            if case .key(let key) = node {
                name = key
            } else if let key = name {
                dictionary[key] = value(of: node)
            }
        }
        return dictionary
    }

    private func value(of node: Node) -> Any {
        switch node {
        case .key(let text), .string(let text): text
        case .integer(let number): number
        case .real(let number): number
        case .date(let date): date
        case .data(let data): data
        case .true: true
        case .false: false
        case .array(let list): list.content.map(value)
        case .dict(let list): list.dictionary
        }
    }
}

/// The third task: a property list as a dictionary.
func readPropertyList() throws {
    var decoder = XMLDecoder()
    decoder.keepsOrder = true
    let list = try decoder.decode(PropertyList.self, from: .string(propertyList), root: "plist")
    guard case .dict(let settings)? = list.content.first else { return print("not a dictionary") }
    for (key, value) in settings.dictionary.sorted(by: { $0.key < $1.key }) { print(key, value) }
}

private let propertyList = """
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict>
      <key>name</key><string>Harbour</string>
      <key>depth</key><real>12.5</real>
      <key>open</key><true/>
      <key>ports</key><array><integer>80</integer><integer>443</integer></array>
      <key>owner</key><dict><key>name</key><string>Ada</string></dict>
      <key>mark</key><data>AAE=</data>
    </dict></plist>
    """
