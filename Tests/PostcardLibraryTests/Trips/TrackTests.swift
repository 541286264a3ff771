import Foundation
import PostcardCore
import PostcardFixtures
import PostcardPhotos
import PostcardTestSupport
import SystemPackage
import Testing

@testable import PostcardLibrary

@Suite struct TrackTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func track(_ name: String) throws -> Track { try Track(gpx: FilePath(Fixture.track(name).path)) }

    private func track(of text: String) throws -> Track {
        try Track(gpx: FilePath(folder.write(Array(text.utf8), as: "a.gpx")))
    }

    /// The seconds from 8 o'clock UTC on June 9, 2024, when the tracks begin.
    private static let start = 1_717_920_000.0

    @Test(arguments: [("watch", [45, 46]), ("phone", [91]), ("logger", [40, 41]), ("route", [19])])
    func `files of watches, phones, loggers and planners are read`(name: String, counts: [Int]) throws {
        let track = try track(name)
        #expect(track.segments.map(\.count) == counts)
        #expect(abs((track.segments[0][0].coordinate.latitude) - 48.8587) < 0.01)
        let isTimed = name != "route"
        #expect((track.times?.lowerBound.timeIntervalSince1970 == Self.start) == isTimed)
        #expect((track.times?.upperBound.timeIntervalSince1970 == Self.start + 180 * 60) == isTimed)
    }

    @Test(arguments: ["bomb", "cut"])
    func `entities and incomplete files are rejected`(name: String) throws {
        let error = #expect(throws: FileError.self) { try track(name) }
        #expect(error?.code == .invalidRecord)
        #expect(
            error?.message.hasSuffix(
                "it is not a complete GPX file, or it contains a DOCTYPE. Export the track again, as GPX.") == true)
    }

    @Test(arguments: [
        String(repeating: "<a>", count: 100_000),
        "<gpx>" + String(repeating: "<a>", count: 40) + String(repeating: "</a>", count: 40) + "</gpx>",
        "<kml/>", "", "<gpx/><gpx/>",
    ])
    func `deep, foreign and empty documents are rejected`(text: String) {
        #expect(throws: FileError.self) { try track(of: text) }
    }

    @Test func `a stored file has its original name, also in messages`() throws {
        let path = FilePath(Fixture.track("phone").path)
        expectEqual(try Track(gpx: path, named: "walk.gpx").name, "walk.gpx")
        let error = #expect(throws: FileError.self) {
            try Track(gpx: FilePath(Fixture.track("cut").path), named: "walk.gpx")
        }
        #expect(error?.message.hasPrefix("Can't read walk.gpx: ") == true)
    }

    @Test func `a file with only waypoints is rejected with advice`() {
        let error = #expect(throws: FileError.self) { try track(of: #"<gpx><wpt lat="1" lon="1"/></gpx>"#) }
        #expect(error?.message.contains("contains no track") == true)
    }

    @Test(arguments: [
        ("2024-06-09T08:00:00Z", 0.0), ("2024-06-09T10:00:00+02:00", 0), ("2024-06-09T08:00:00.5Z", 0.5),
        (" 2024-06-09T08:00:00 ", 0), ("yesterday", nil),
    ])
    func `times with and without offsets and fractions are read`(text: String, seconds: Double?) throws {
        let point = #"<trkpt lat="1" lon="2"><time>\#(text)</time></trkpt>"#
        let track = try track(of: "<gpx><trk><trkseg>\(point)</trkseg></trk></gpx>")
        #expect(track.segments[0][0].time == seconds.map { Self.start + $0 })
    }

    @Test func `points in extensions and points out of range are ignored`() throws {
        let point = #"<trkpt lat="1" lon="2"><x:time>2024-06-09T08:00:00Z</x:time></trkpt>"#
        let track = try track(
            of: """
                <gpx xmlns:x="x"><trk><trkseg>\(point)<trkpt lat="91" lon="2"/><trkpt lon="2"/><x:trkpt lat="3" lon="3"/>\
                </trkseg></trk></gpx>
                """)
        #expect(track.segments.map(\.count) == [1])
        #expect(track.segments[0][0].time == nil)
    }

    @Test(arguments: [
        (0.0, 1.0), (300, 1.5), (600, 2), (1_500, 2), (1_501, nil), (-900, 1), (-901, nil), (40_000, 3), (77_100, 3),
        (77_101, nil),
    ])
    func `positions are interpolated, except in gaps`(seconds: Double, latitude: Double?) throws {
        // Ten minutes of travel, a gap of ten hours, and a stay of eleven hours.
        let points = try [(0.0, 1.0), (600, 2), (36_600, 3), (76_200, 3.001)].map { time, latitude in
            Track.Point(
                coordinate: try Coordinate(latitude: latitude, longitude: 179.999), time: Self.start + time)
        }
        let track = Track(path: "a.gpx", segments: [points])
        let found = track.coordinate(at: Self.start + seconds)?.latitude
        if let latitude { #expect(abs((found ?? 0) - latitude) < 0.002) } else { #expect(found == nil) }
    }

    @Test func `a path across the date line is interpolated on the short side`() throws {
        let points = try [179.9, -179.9].enumerated().map { index, longitude in
            Track.Point(
                coordinate: try Coordinate(latitude: 0, longitude: longitude), time: Double(index) * 100)
        }
        let middle = try #require(Track(path: "a.gpx", segments: [points]).coordinate(at: 75))
        #expect(abs(middle.longitude + 179.95) < 1e-9)
    }

    @Test func `a track of 200,000 points is simplified to 500 close to all others`() throws {
        var points: [Track.Point] = []
        for index in 0..<200_000 {
            let turn = Double(index) / 200_000 * 8 * .pi
            points.append(
                Track.Point(
                    coordinate: try Coordinate(
                        latitude: 40 + turn / 100 * sin(turn), longitude: 2 + turn / 100 * cos(turn)), time: nil))
        }
        let track = Track(path: "a.gpx", segments: [points, Array(points.prefix(1)), points.reversed()])
        let lines = track.simplified
        #expect(lines.count == 2)
        #expect(lines.joined().count <= 500)
        #expect(lines[0].first == points.first?.coordinate && lines[0].last == points.last?.coordinate)
        for point in stride(from: 0, to: points.count, by: 997).map({ points[$0] }) {
            #expect(lines[0].contains { $0.distance(to: point.coordinate) < 2_500 })
        }
    }

    @Test func `random jumps are simplified in a limited time, and a stay is no line`() throws {
        var random = SeededRandom(seed: 7)
        var points: [Track.Point] = []
        for _ in 0..<50_000 {
            let coordinate = try Coordinate(
                latitude: .random(in: -60...60, using: &random), longitude: .random(in: -180...180, using: &random))
            points.append(Track.Point(coordinate: coordinate, time: nil))
        }
        #expect(Track(path: "a.gpx", segments: [points]).simplified.joined().count <= 500)
        let stay = [Track.Point](repeating: points[0], count: 9)
        #expect(Track(path: "a.gpx", segments: [stay]).simplified.isEmpty)
    }
}
