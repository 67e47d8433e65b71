import Foundation
import XML2Dict
import XML2DictFoundation

struct TrackPoint: Decodable, Sendable {
    var lat: Double
    var lon: Double
    var ele: Double?
    var time: Date
}

/// The fourth task: the points of a GPX track as typed records.
func readTrack() throws {
    var points = try XMLDecoder().records(of: TrackPoint.self, at: "trkseg/trkpt", in: .bytes(Data(track.utf8)))
    var highest = -Double.infinity
    while let point = try points.next() {
        highest = max(highest, point.ele ?? -.infinity)
        print(point.lat, point.lon, point.time.timeIntervalSince1970)
    }
    print("highest:", highest)
}

private let track = """
    <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Pier</name><trkseg>
      <trkpt lat="54.17" lon="12.09"><ele>3.5</ele><time>2024-05-01T12:30:00Z</time></trkpt>
      <trkpt lat="54.18" lon="12.10"><time>2024-05-01T12:31:00Z</time></trkpt>
    </trkseg></trk></gpx>
    """
