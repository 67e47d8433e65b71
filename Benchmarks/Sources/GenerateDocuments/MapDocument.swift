/// A map in the manner of OpenStreetMap: nearly everything is in attributes.
///
/// Many elements are empty, with up to eight attributes; there is no text but indentation. First come all nodes,
/// a part of them with `tag` children, then the ways with their many `nd` children, as in the real files.
struct MapDocument: DocumentShape {
    private static let keys: [StaticString] = [
        "highway", "name", "building", "addr:street", "addr:housenumber", "natural", "surface", "source", "amenity",
        "operator", "landuse", "barrier", "oneway", "maxspeed",
    ]

    private static let values: [StaticString] = [
        "residential", "yes", "tree", "asphalt", "survey", "bench", "crossing", "12", "30", "footway", "Main Street",
        "Rue de l&apos;Église", "Οδός Ερμού", "桜通り", "Fish &amp; Chips", "grass", "service", "house",
    ]

    private static let users: [StaticString] = [
        "mapper_anna", "bruno71", "Wanderer", "élodie", "νίκος", "street survey", "kemal", "hikingfox", "地図好き",
    ]

    /// The ways begin when no more than this many bytes are left.
    private let roomForWays: Int
    private var random = SplitMix64(seed: 2)
    private var nodeNumber = 240_000_000
    private var wayNumber = 4_000_000

    init(size: Int) {
        roomForWays = size / 4
    }

    var end: StaticString { "</osm>\n" }

    func appendStart(to text: inout TextBuffer) {
        text.append(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <osm version="0.6" generator="generate-documents">
              <bounds minlat="47.0000000" minlon="8.0000000" maxlat="49.0000000" maxlon="12.0000000"/>

            """
        )
    }

    mutating func appendRecord(to text: inout TextBuffer, room: Int) {
        if room > roomForWays {
            appendNode(to: &text)
        } else {
            appendWay(to: &text)
        }
    }

    private mutating func appendNode(to text: inout TextBuffer) {
        nodeNumber += random.number(in: 1...30)
        text.append("  <node id=\"")
        text.append(decimal: nodeNumber)
        text.append("\" lat=\"")
        appendDegrees(in: 47...48, to: &text)
        text.append("\" lon=\"")
        appendDegrees(in: 8...11, to: &text)
        appendOrigin(to: &text)
        if random.isOne(in: 8) {
            text.append(">\n")
            appendTags(count: random.number(in: 1...4), to: &text)
            text.append("  </node>\n")
        } else {
            text.append("/>\n")
        }
    }

    private mutating func appendWay(to text: inout TextBuffer) {
        wayNumber += random.number(in: 1...30)
        text.append("  <way id=\"")
        text.append(decimal: wayNumber)
        appendOrigin(to: &text)
        text.append(">\n")
        var reference = 240_000_000 + random.number(below: nodeNumber - 240_000_000)
        for _ in 0..<random.number(in: 2...20) {
            reference += random.number(in: 1...40)
            text.append("    <nd ref=\"")
            text.append(decimal: reference)
            text.append("\"/>\n")
        }
        appendTags(count: random.number(in: 1...5), to: &text)
        text.append("  </way>\n")
    }

    private mutating func appendDegrees(in range: ClosedRange<Int>, to text: inout TextBuffer) {
        text.append(decimal: random.number(in: range))
        text.append(".")
        text.append(decimal: random.number(below: 10_000_000), digits: 7)
    }

    /// Who changed it when: the attributes that nodes and ways have in common.
    private mutating func appendOrigin(to text: inout TextBuffer) {
        text.append("\" version=\"")
        text.append(decimal: random.number(in: 1...12))
        text.append("\" timestamp=\"")
        Timestamp(random: &random).appendInternet(to: &text)
        text.append("\" changeset=\"")
        text.append(decimal: random.number(in: 1_000_000...99_999_999))
        text.append("\" uid=\"")
        let user = random.number(below: Self.users.count)
        text.append(decimal: 1_000 + 7_919 * user)
        text.append("\" user=\"")
        text.append(Self.users[user])
        text.append("\"")
    }

    private mutating func appendTags(count: Int, to text: inout TextBuffer) {
        for _ in 0..<count {
            text.append("    <tag k=\"")
            text.append(random.element(of: Self.keys))
            text.append("\" v=\"")
            text.append(random.element(of: Self.values))
            text.append("\"/>\n")
        }
    }
}
